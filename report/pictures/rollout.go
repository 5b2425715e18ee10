package pictures

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/internal/atomicfile"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/system"
)

// Rollout describes systems that a model moved step by step.
type Rollout struct {
	Title   string // of the model and its data
	Samples []system.Sample
	Drifts  []predict.Drift
	Sample  int             // the one drawn in space
	Frames  []predict.Frame // of it alone
	About   datasets.About  // the data
	Up      string          // what stands upright there, a name of Upright
	Unit    string          // of positions; may be empty
	Speed   string          // unit of velocities; may be empty
	Folder  string          // for the pictures
	Beside  []Other         // models of the same systems, drawn with this one
}

// Other is a model that is compared with the model of a rollout.
type Other struct {
	Name   string
	Drifts []predict.Drift
	Frames []predict.Frame // of the sample that is drawn
}

// These are the names of pictures of a rollout.
const (
	rolloutError = "rollout_error"
	rolloutDrift = "rollout_drift"
)

// inSpace returns the name of the pictures of a sample in space.
func inSpace(sample int) string { return fmt.Sprintf("rollout_sample_%d", sample) }

// besideName returns the name of the file in which a sample moves beside the truth and other models.
func besideName(sample int) string { return inSpace(sample) + "_beside.svg" }

// RolloutFiles returns all files that Draw may write into a folder for a sample.
func RolloutFiles(folder string, sample int) (files []string) {
	d := drawing{folder: folder}
	for _, name := range []string{rolloutError, rolloutDrift, inSpace(sample)} {
		files = append(files, d.paths(name)...)
	}
	return append(files, filepath.Join(folder, besideName(sample)), filepath.Join(folder, inSpace(sample)+".gif"))
}

// Draw draws the errors and the drift over steps, and the paths of the particles of one sample
// in space, each as .png and .svg, and an animation. It returns the names of the files.
func (r Rollout) Draw() ([]string, error) {
	d := &drawing{folder: r.Folder}
	if r.truthEnds() > 0 {
		d.draw(Figure{rolloutError, r.Errors()})
	}
	d.draw(Figure{rolloutDrift, r.drift()})
	film := FromRollout(r.Samples[r.Sample], r.Frames)
	film.Up, film.Unit = Upright(r.Up, r.About, &r.Samples[r.Sample]), r.Unit
	film.Title = plot.Title(fmt.Sprintf("Rollout of sample %d", r.Sample), r.Title, fmt.Sprintf("%d steps", len(r.Frames)-1))
	if len(r.Beside) > 0 || len(film.Truth) > 1 {
		if err := r.motion(d, film, besideName(r.Sample)); err != nil {
			return d.files, err
		}
	}
	film = asLinks(&r.Samples[r.Sample], film)
	d.draw(Figure{inSpace(r.Sample), plot.Paths(film)})
	animation := filepath.Join(r.Folder, inSpace(r.Sample)+".gif")
	if err := plot.Animate(animation, film); err != nil {
		return d.files, err
	}
	return append(d.files, animation), errors.Join(d.failed...)
}

// Errors draws the errors of positions and velocities over steps, each in its unit: the median
// over systems, and a band that leaves out a tenth at each end. It also draws the share of
// systems that are no longer finite or ran away, if there are any.
func (r Rollout) Errors() *plot.Drawing {
	errors := func(what, unit string, model, baseline spreadOf, name string) *plot.Drawing {
		lines := []plot.Series{r.bandOf("", r.Drifts, model), r.bandOf(name, r.Drifts, baseline)}
		lines[0].Name, lines[0].Role, lines[1].Role = r.own(), plot.Prediction, plot.Straight
		for _, other := range r.Beside {
			lines = append(lines, r.bandOf(other.Name, other.Drifts, model))
		}
		return r.panel("Errors of "+what+": median of systems, and 10 to 90 %", plot.InUnit("RMSE", unit), true, lines...)
	}
	share := func(d predict.Drift) float64 { return 100 * d.Left }
	left := []plot.Series{r.series(r.own(), plot.Prediction, share)}
	for _, other := range r.Beside {
		left = append(left, seriesOf(other.Name, plot.NoRole, other.Drifts, share))
	}
	panels := []*plot.Drawing{
		errors("positions", r.Unit,
			func(d predict.Drift) predict.Spread { return d.PositionRoot },
			func(d predict.Drift) predict.Spread { return d.StraightRoot }, plot.StraightLine),
		errors("velocities", r.Speed,
			func(d predict.Drift) predict.Spread { return d.VelocityRoot },
			func(d predict.Drift) predict.Spread { return d.SteadyRoot }, "constant velocity"),
	}
	if slices.ContainsFunc(left, func(s plot.Series) bool {
		return slices.ContainsFunc(s.Y, func(share float64) bool { return share > 0 })
	}) {
		panels = append(panels, r.panel("Diverged systems", "share of systems, %", false, left...).ZeroToHundred())
	}
	return plot.Grid(r.title("Errors of a rollout"), 1, panels...)
}

// spreadOf returns one of the spreads of a step.
type spreadOf func(predict.Drift) predict.Spread

// bandOf returns the median over steps with its band.
func (r Rollout) bandOf(name string, drifts []predict.Drift, of spreadOf) plot.Series {
	line := seriesOf(name, plot.NoRole, drifts, func(d predict.Drift) float64 { return of(d).Median })
	for _, d := range after(drifts) {
		line.Low, line.High = append(line.Low, of(d).Low), append(line.High, of(d).High)
	}
	return line
}

// own is the name of the model in legends. It is more specific if other models are shown.
func (r Rollout) own() string {
	if len(r.Beside) == 0 {
		return "model"
	}
	name, _, _ := strings.Cut(r.Title, ":")
	return name
}

// motion writes an animation of the truth and all models, side by side.
func (r Rollout) motion(d *drawing, film plot.Film, file string) error {
	films := []plot.Moving{}
	add := func(title, caption string, role plot.Role, frames [][][3]float32) {
		shown := film
		shown.Title, shown.Prediction, shown.Truth = title, frames, nil
		films = append(films, plot.Moving{Film: asLinks(&r.Samples[r.Sample], shown), Role: role, Caption: caption})
	}
	if len(film.Truth) > 1 {
		add("truth", "as recorded", plot.Truth, film.Truth)
	}
	bars := func(frames [][][3]float32) string {
		last := min(len(frames), len(film.Truth)) - 1
		if len(film.Truth) < 2 {
			last = len(frames) - 1
		}
		return fmt.Sprintf("bars change by %.2g %% at most", 100*r.stretch(frames[:last+1]))
	}
	add(r.own(), bars(film.Prediction), plot.Prediction, film.Prediction)
	for _, other := range r.Beside {
		frames := FromRollout(r.Samples[r.Sample], other.Frames).Prediction
		add(other.Name, bars(frames), plot.Prediction, frames)
	}
	foot := fmt.Sprintf("%s.\nSample %d, %d steps. Bars turn red as their lengths change, fully at a quarter.", r.Title, r.Sample, len(films[0].Prediction)-1)
	animation, err := plot.Motion(foot, films)
	if err != nil {
		return err
	}
	path := filepath.Join(r.Folder, file)
	d.files = append(d.files, path)
	return atomicfile.WriteBytes(path, animation)
}

// stretch returns the largest relative change of a bar's length since the first frame.
func (r Rollout) stretch(frames [][][3]float32) (largest float64) {
	for _, frame := range frames {
		var flat []float32
		for _, point := range frame {
			flat = append(flat, point[:]...)
		}
		largest = max(largest, predict.Stretched(&r.Samples[r.Sample], flat))
	}
	return largest
}

// drift draws the quantities that should be constant, each kind in its own panel.
func (r Rollout) drift() *plot.Drawing {
	energy, momentum := r.axesOfDrift()
	return plot.Grid(r.title("Drift of a rollout"), 1,
		r.panel("Kinetic energy, mean of systems", energy, false,
			r.series("model", plot.Prediction, func(d predict.Drift) float64 { return d.Kinetic }),
			r.series("truth", plot.Truth, func(d predict.Drift) float64 { return d.TrueKinetic })),
		r.panel("Change of the total energy since the start", energy, true,
			r.series("model, mean", plot.Prediction, func(d predict.Drift) float64 { return d.Energy }),
			r.series("model, median", plot.NoRole, func(d predict.Drift) float64 { return d.EnergyMedian }),
			r.series("truth, mean", plot.Truth, func(d predict.Drift) float64 { return d.TrueEnergy })),
		r.panel("Change of the momentum since the start, mean of systems", momentum, true,
			r.series("model", plot.Prediction, func(d predict.Drift) float64 { return d.Momentum }),
			r.series("truth", plot.Truth, func(d predict.Drift) float64 { return d.TrueMomentum })),
		r.panel("Lengths of bars", "largest change, % of the length", true,
			r.series("model", plot.Prediction, func(d predict.Drift) float64 { return 100 * d.Lengths })))
}

// axesOfDrift returns the names of the axes of energies and momenta, with their SI units if the data
// have masses and velocities in m/s. Without masses, each particle has the mass 1.
func (r Rollout) axesOfDrift() (energy, momentum string) {
	energy, momentum = "energy per particle", "momentum per particle"
	switch massive := system.Mass.Of(&r.Samples[0]) != nil; {
	case r.Speed == "":
		return energy, momentum
	case massive && r.Speed == "m/s":
		return plot.InUnit(energy, "J"), plot.InUnit(momentum, "kg m/s")
	case massive:
		return plot.InUnit(energy, "masses times "+plot.Square(r.Speed)), plot.InUnit(momentum, "masses times "+r.Speed)
	}
	return plot.InUnit(energy, plot.Square(r.Speed)+" at mass 1"), plot.InUnit(momentum, r.Speed+" at mass 1")
}

// panel returns one of several pictures over steps. It marks where the truth ends.
func (r Rollout) panel(title, y string, logarithmic bool, series ...plot.Series) *plot.Drawing {
	axes := plot.Axes{Title: title, X: "step", Y: y, WholeX: true, LogY: logarithmic}
	if ends := r.truthEnds(); ends > 0 && ends < r.Drifts[len(r.Drifts)-1].Step {
		axes.Marks = []plot.Mark{{X: float64(ends), Name: "the truth ends"}}
	}
	known := slices.DeleteFunc(series, func(s plot.Series) bool { return !slices.ContainsFunc(s.Y, finite) })
	return plot.Curves(axes, known).Sized(panelWidth, panelHeight)
}

const panelWidth, panelHeight = 16, 6 // centimeters

func finite(value float64) bool { return !math.IsNaN(value) && !math.IsInf(value, 0) }

func (r Rollout) title(what string) string {
	return plot.Title(what, r.Title, fmt.Sprintf("%d samples", len(r.Samples)))
}

// truthEnds returns the last step at which the truth is known, or 0 if it is known only in the
// first state.
func (r Rollout) truthEnds() (last int) {
	for _, d := range r.Drifts {
		if !math.IsNaN(d.StraightRoot.Median) {
			last = d.Step
		}
	}
	return last
}

// after returns the drifts after the first state.
func after(drifts []predict.Drift) []predict.Drift { return drifts[min(1, len(drifts)-1):] }

func (r Rollout) series(name string, role plot.Role, value func(predict.Drift) float64) plot.Series {
	return seriesOf(name, role, r.Drifts, value)
}

func seriesOf(name string, role plot.Role, drifts []predict.Drift, value func(predict.Drift) float64) plot.Series {
	s := plot.Series{Name: name, Role: role}
	for _, d := range after(drifts) {
		s.X, s.Y = append(s.X, float64(d.Step)), append(s.Y, value(d))
	}
	return s
}
