package pictures

import (
	"fmt"
	"math"
	"strings"

	"gmnc/plot"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// Learning is the learning curve of a run.
type Learning struct {
	Title  string
	Unit   string // of positions; may be empty
	Epochs []run.Epoch
	// Loss says what training minimizes, if that is not the mean squared error of positions;
	// see LossOf.
	Loss string
	// Straight is the validation error of constant velocity. It is NaN if it is not known.
	Straight float64
}

// LossOf says how the loss of a training differs from the mean squared error of positions. It
// returns "" if it does not.
func LossOf(o *run.Options) string {
	var parts []string
	add := func(does bool, format string, args ...any) {
		if does {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(o.Loss == run.Huber, "Huber's loss of positions")
	add(o.Loss == run.Cauchy, "Cauchy's loss of positions")
	add(o.Velocity != 0, "velocities times %g", o.Velocity)
	add(o.Lambda != 0, "changes of lengths times %g", o.Lambda)
	add(o.Unroll > 1, "%d steps", o.Unroll)
	add(o.Reverse, "samples backwards in time")
	add(o.Noise != 0, "inputs with noise %g", o.Noise)
	add(o.Perturb != "", "objects perturbed by %s", o.Perturb)
	return strings.Join(parts, ", ")
}

// LearningCurve draws root mean squared errors over epochs, on logarithmic axes if all are
// positive. A training loss of another kind than the validation error has its own axis.
func LearningCurve(l Learning) *plot.Drawing {
	lines := FromEpochs(l.Epochs)
	training, validation, straight := lines[0], roots(lines[1]), math.Sqrt(l.Straight)
	axes := plot.Axes{Title: l.Title, X: "epoch", Y: plot.InUnit("RMSE of positions", l.Unit), WholeX: true, LogY: true}
	if l.Loss == "" {
		training = roots(training)
		training.Name = "training, of all steps of the epoch"
		return plot.Curves(axes, plot.WithStraight([]plot.Series{training, validation}, straight))
	}
	axes.Title = "Validation"
	above := plot.Curves(axes, plot.WithStraight([]plot.Series{validation}, straight)).Sized(panelWidth, 7)
	axes.Title, axes.Y = "Training loss: "+l.Loss, "loss"
	return plot.Grid(l.Title, 1, above, plot.Curves(axes, []plot.Series{training}).Sized(panelWidth, 7))
}

// roots returns the line of root mean squared errors for one of mean squared errors.
func roots(squared plot.Series) plot.Series {
	root := squared
	root.Y = nil
	for _, y := range squared.Y {
		root.Y = append(root.Y, math.Sqrt(y))
	}
	return root
}

// StraightError returns the mean squared error of constant velocity on the validation samples
// of a training with these options. It is NaN if the two are not comparable: for a model of
// energies, and if validation is over several steps.
func StraightError(samples []system.Sample, options *run.Options) float64 {
	if len(samples) == 0 || samples[0].Potential != nil || options != nil && options.Unroll > 1 {
		return math.NaN()
	}
	line, err := predict.StraightLine(samples)
	if err != nil {
		return math.NaN()
	}
	return line.Errors.Position.Mean
}

// FromEpochs returns the two lines of a run's learning curve: the training loss and, at the
// epochs with a validation, the validation error.
func FromEpochs(rows []run.Epoch) []plot.Series {
	training, validation := plot.Series{Name: "training loss"}, plot.Series{Name: "validation", Role: plot.Prediction}
	for _, row := range rows {
		training.X = append(training.X, float64(row.Epoch))
		training.Y = append(training.Y, row.Train)
		if !math.IsNaN(row.Valid) {
			validation.X = append(validation.X, float64(row.Epoch))
			validation.Y = append(validation.Y, row.Valid)
		}
	}
	return []plot.Series{training, validation}
}

// fromSample returns a sample with a predicted position for each particle.
func fromSample(sample system.Sample, position []float32) plot.Picture {
	return plot.Picture{
		Input: plot.Points(sample.Position), Prediction: plot.Points(position), Truth: plot.Points(sample.TargetPosition),
		Objects: sample.Objects, Bonds: sample.Bonds, Pivots: Pivots(sample), Planes: Planes(sample), Loads: loadsOf(&sample),
	}
}

// FromRollout returns a sample in frames of its own, with the truth as far as it is known.
func FromRollout(s system.Sample, frames []predict.Frame) plot.Film {
	film := plot.Film{Objects: s.Objects, Bonds: s.Bonds, Pivots: Pivots(s), Planes: Planes(s)}
	for _, frame := range frames {
		film.Prediction = append(film.Prediction, plot.Points(frame.Position))
		if truth := predict.TruePosition(&s, frame.Step); truth != nil {
			film.Truth = append(film.Truth, plot.Points(truth))
		}
	}
	return film
}

// Again returns the subject with the epochs that its run has finished by now.
func (s *Subject) Again() (*Subject, error) {
	again := *s
	var err error
	again.Epochs, err = epochs(s.Path)
	return &again, err
}

// Progress describes the progress of a run: its last epoch, and the best.
func (s *Subject) Progress() string {
	last := s.Epochs[len(s.Epochs)-1]
	best := run.Epoch{Valid: math.Inf(1)}
	for _, epoch := range s.Epochs {
		if epoch.Valid < best.Valid {
			best = epoch
		}
	}
	text := fmt.Sprintf("The run has finished epoch %d", last.Epoch)
	if best.Epoch > 0 {
		text += fmt.Sprintf("; its validation error is lowest in epoch %d: root mean squared error %s", best.Epoch, strings.TrimSpace(fmt.Sprintf("%.4g %s", math.Sqrt(best.Valid), s.Unit())))
	}
	return text + ". The predictions on this page are of the weights that the run had when the page was opened."
}
