package pictures

import (
	"math"

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
	// Straight is the validation error of the straight line; NaN if it is not
	// known.
	Straight float64
}

// LearningCurve draws losses over epochs. The loss axis is logarithmic if all
// losses are positive.
func LearningCurve(l Learning) *plot.Drawing {
	series := plot.WithStraight(FromEpochs(l.Epochs), l.Straight)
	return plot.Curves(plot.Axes{Title: l.Title, X: "epoch", Y: plot.Squared("mean squared error", l.Unit), WholeX: true, LogY: true}, series)
}

// StraightError is the mean squared error of the straight line on samples, NaN
// where none have targets that say something of it: of energies they do not.
func StraightError(samples []system.Sample) float64 {
	if len(samples) == 0 || samples[0].Potential != nil {
		return math.NaN()
	}
	line, err := predict.StraightLine(samples)
	if err != nil {
		return math.NaN()
	}
	return line.Errors.Position.Mean
}

// FromEpochs are the two lines of a run's learning curve: the training loss
// and, where it was taken, the validation error.
func FromEpochs(rows []run.Epoch) []plot.Series {
	training, validation := plot.Series{Name: "training loss"}, plot.Series{Name: "validation"}
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

// FromSample is a sample with a predicted position for each particle.
func FromSample(sample system.Sample, position []float32) plot.Picture {
	return plot.Picture{
		Input: plot.Points(sample.Position), Prediction: plot.Points(position), Truth: plot.Points(sample.TargetPosition),
		Objects: sample.Objects, Bonds: sample.Bonds,
	}
}

// FromRollout is a sample in frames of it alone, with the truth as far as it is
// known.
func FromRollout(s system.Sample, frames []predict.Frame) plot.Film {
	film := plot.Film{Objects: s.Objects, Bonds: s.Bonds}
	for _, frame := range frames {
		film.Prediction = append(film.Prediction, plot.Points(frame.Position))
		if truth := predict.TruePosition(&s, frame.Step); truth != nil {
			film.Truth = append(film.Truth, plot.Points(truth))
		}
	}
	return film
}
