package pictures

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"gmnc/plot"
	"gmnc/predict"
	"gmnc/system"
)

// Rollout is what became of systems that a model moved step by step.
type Rollout struct {
	Title   string // of the model and its data
	Samples []system.Sample
	Drifts  []predict.Drift
	Sample  int             // the one drawn in space
	Frames  []predict.Frame // of it alone
	Up      plot.Axis       // that stands upright there
	Unit    string          // of positions; may be empty
	Speed   string          // unit of velocities; may be empty
	Folder  string          // for the pictures
}

// RolloutDrift is the name of a picture that is always drawn.
const RolloutDrift = "rollout_drift"

// Draw draws the errors and the drift over steps, and one sample in space: the
// paths of its particles, each as .png and .svg, and an animation. It returns the
// names of the files.
func (r Rollout) Draw() ([]string, error) {
	d := &drawing{folder: r.Folder}
	if r.truthEnds() > 0 {
		d.draw(Figure{"rollout_error", r.Errors()})
	}
	d.draw(Figure{RolloutDrift, r.drift()})
	film := FromRollout(r.Samples[r.Sample], r.Frames)
	film.Up, film.Unit = r.Up, r.Unit
	film.Title = plot.Title(fmt.Sprintf("Rollout of sample %d", r.Sample), r.Title, fmt.Sprintf("%d steps", len(r.Frames)-1))
	name := fmt.Sprintf("rollout_sample_%d", r.Sample)
	d.draw(Figure{name, plot.Paths(film)})
	animation := filepath.Join(r.Folder, name+".gif")
	if err := plot.Animate(animation, film); err != nil {
		return d.files, err
	}
	return append(d.files, animation), errors.Join(d.failed...)
}

// Errors draws the errors of positions and velocities over steps, each in its unit:
// the median of the systems, the band of all but a tenth at each end, and the share of
// systems that left the finite or ran away.
func (r Rollout) Errors() *plot.Drawing {
	of := func(s func(predict.Drift) predict.Spread, name string, role plot.Role) plot.Series {
		line := r.series(name, role, func(d predict.Drift) float64 { return s(d).Median })
		for _, d := range r.after() {
			line.Low, line.High = append(line.Low, s(d).Low), append(line.High, s(d).High)
		}
		return line
	}
	errors := func(what, unit string, series ...plot.Series) *plot.Drawing {
		return r.panel("Errors of "+what+": median of systems, and 10 to 90 %", plot.InUnit("RMSE", unit), true, series...)
	}
	left := r.series("left the finite, or ran away", plot.Prediction, func(d predict.Drift) float64 { return 100 * d.Left })
	return plot.Grid(r.title("Errors of a rollout"), 1,
		errors("positions", r.Unit,
			of(func(d predict.Drift) predict.Spread { return d.PositionRoot }, "model", plot.Prediction),
			of(func(d predict.Drift) predict.Spread { return d.StraightRoot }, plot.StraightLine, plot.Straight)),
		errors("velocities", r.Speed,
			of(func(d predict.Drift) predict.Spread { return d.VelocityRoot }, "model", plot.Prediction),
			of(func(d predict.Drift) predict.Spread { return d.SteadyRoot }, "first velocity", plot.Straight)),
		r.panel("Systems that left", "share of systems, %", false, left).ZeroToHundred())
}

// drift draws what should stay, each kind in a panel of its own.
func (r Rollout) drift() *plot.Drawing {
	energy := plot.InUnit("energy a particle", squaredUnit(r.Speed))
	return plot.Grid(r.title("Drift of a rollout"), 1,
		r.panel("Kinetic energy, mean of systems", energy, false,
			r.series("model", plot.Prediction, func(d predict.Drift) float64 { return d.Kinetic }),
			r.series("truth", plot.Truth, func(d predict.Drift) float64 { return d.TrueKinetic })),
		r.panel("Change of the total energy since the start", energy, true,
			r.series("model, mean", plot.Prediction, func(d predict.Drift) float64 { return d.Energy }),
			r.series("model, median", plot.NoRole, func(d predict.Drift) float64 { return d.EnergyMedian }),
			r.series("truth, mean", plot.Truth, func(d predict.Drift) float64 { return d.TrueEnergy })),
		r.panel("Change of the momentum since the start, mean of systems", plot.InUnit("momentum a particle", r.Speed), true,
			r.series("model", plot.Prediction, func(d predict.Drift) float64 { return d.Momentum })),
		r.panel("Lengths of bars", "largest change, % of the length", true,
			r.series("model", plot.Prediction, func(d predict.Drift) float64 { return 100 * d.Lengths })))
}

// panel is one of several pictures over steps; where the truth ends is marked.
func (r Rollout) panel(title, y string, logarithmic bool, series ...plot.Series) *plot.Drawing {
	axes := plot.Axes{Title: title, X: "step", Y: y, WholeX: true, LogY: logarithmic}
	if ends := r.truthEnds(); ends > 0 && ends < r.Drifts[len(r.Drifts)-1].Step {
		axes.Marks = []plot.Mark{{X: float64(ends), Name: "the truth ends"}}
	}
	known := slices.DeleteFunc(series, func(s plot.Series) bool { return !slices.ContainsFunc(s.Y, finite) })
	return plot.Curves(axes, known).Sized(panelWidth, panelHeight)
}

const panelWidth, panelHeight = 16, 6 // centimetres

func finite(value float64) bool { return !math.IsNaN(value) && !math.IsInf(value, 0) }

func (r Rollout) title(what string) string {
	return plot.Title(what, r.Title, fmt.Sprintf("%d samples", len(r.Samples)))
}

// truthEnds is the last step at which the truth is known; 0 where none after the first
// state is.
func (r Rollout) truthEnds() (last int) {
	for _, d := range r.Drifts {
		if d.Step > 0 && !math.IsNaN(d.StraightRoot.Median) {
			last = d.Step
		}
	}
	return last
}

// after are the drifts after the first state.
func (r Rollout) after() []predict.Drift { return r.Drifts[min(1, len(r.Drifts)-1):] }

func (r Rollout) series(name string, role plot.Role, value func(predict.Drift) float64) plot.Series {
	s := plot.Series{Name: name, Role: role}
	for _, d := range r.after() {
		s.X, s.Y = append(s.X, float64(d.Step)), append(s.Y, value(d))
	}
	return s
}

// squaredUnit is the square of a unit; empty of none.
func squaredUnit(unit string) string {
	if unit == "" {
		return ""
	}
	return "(" + unit + ")²"
}
