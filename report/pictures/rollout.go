package pictures

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"

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
	Folder  string          // for the pictures
}

// RolloutDrift is the name of a picture that is always drawn.
const RolloutDrift = "rollout_drift"

// Draw draws the errors and the drift over steps, and one sample in space: the
// paths of its particles, each as .png and .svg, and an animation. It returns the
// names of the files.
func (r Rollout) Draw() ([]string, error) {
	d := &drawing{folder: r.Folder}
	of := fmt.Sprintf("%d samples", len(r.Samples))
	if r.known() {
		axes := plot.Axes{Title: plot.Title("Errors of a rollout", r.Title, of), X: "step", Y: r.squared(), WholeX: true, LogY: true}
		d.draw(Figure{"rollout_error", plot.Curves(axes, []plot.Series{
			r.series("position", func(d predict.Drift) float64 { return 100 * d.Position }),
			r.series(plot.StraightLine, func(d predict.Drift) float64 { return 100 * d.Straight }),
			r.series("velocity", func(d predict.Drift) float64 { return 100 * d.Velocity }),
		})})
	}
	axes := plot.Axes{Title: plot.Title("Drift of a rollout", r.Title, of), X: "step", Y: "drift, in units of the data", WholeX: true, LogY: true}
	d.draw(Figure{RolloutDrift, plot.Curves(axes, []plot.Series{
		r.series("kinetic energy a particle", func(d predict.Drift) float64 { return d.Kinetic }),
		r.series("true kinetic energy", func(d predict.Drift) float64 { return d.TrueKinetic }),
		r.series("change of momentum a particle", func(d predict.Drift) float64 { return d.Momentum }),
		r.series("largest change of a length, share", func(d predict.Drift) float64 { return d.Lengths }),
		r.series("change of the energy a particle", func(d predict.Drift) float64 { return d.Energy }),
	})})
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

// squared labels errors of positions, and of velocities where there are some.
func (r Rollout) squared() string {
	return plot.Squared("mean squared error x100", r.Unit)
}

// known reports whether there is truth after the first state.
func (r Rollout) known() bool {
	return len(r.Drifts) > 1 && !math.IsNaN(r.Drifts[1].Position)
}

func (r Rollout) series(name string, value func(predict.Drift) float64) plot.Series {
	s := plot.Series{Name: name}
	for _, d := range r.Drifts[min(1, len(r.Drifts)-1):] {
		s.X, s.Y = append(s.X, float64(d.Step)), append(s.Y, value(d))
	}
	return s
}
