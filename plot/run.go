package plot

import (
	"math"
	"slices"

	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// StraightLine names the baseline of errors, predict.StraightLine.
const StraightLine = "straight line x + vT"

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
func LearningCurve(l Learning) *Drawing {
	series := WithStraight(FromEpochs(l.Epochs), l.Straight)
	return Curves(Axes{Title: l.Title, X: "epoch", Y: Squared("mean squared error", l.Unit), WholeX: true, LogY: true}, series)
}

// WithStraight adds the straight line's error to errors over epochs, from the
// first epoch to the last, if it is known.
func WithStraight(all []Series, straight float64) []Series {
	var epochs []float64
	for _, series := range all {
		epochs = append(epochs, series.X...)
	}
	if !drawable(straight) || len(epochs) == 0 {
		return all
	}
	return append(all, Series{Name: StraightLine, X: []float64{slices.Min(epochs), slices.Max(epochs)}, Y: []float64{straight, straight}})
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
func FromEpochs(rows []run.Epoch) []Series {
	training, validation := Series{Name: "training loss"}, Series{Name: "validation"}
	for _, row := range rows {
		training.X = append(training.X, float64(row.Epoch))
		training.Y = append(training.Y, row.Train)
		if !math.IsNaN(row.Valid) {
			validation.X = append(validation.X, float64(row.Epoch))
			validation.Y = append(validation.Y, row.Valid)
		}
	}
	return []Series{training, validation}
}

// FromSample is a sample with a predicted position for each particle.
func FromSample(sample system.Sample, position []float32) Picture {
	return Picture{
		Input: Points(sample.Position), Prediction: Points(position), Truth: Points(sample.TargetPosition),
		Objects: sample.Objects, Bonds: sample.Bonds,
	}
}

// FromRollout is a sample in frames of it alone, with the truth as far as it is
// known.
func FromRollout(s system.Sample, frames []predict.Frame) Film {
	film := Film{Objects: s.Objects, Bonds: s.Bonds}
	for _, frame := range frames {
		film.Prediction = append(film.Prediction, Points(frame.Position))
		if truth := predict.TruePosition(&s, frame.Step); truth != nil {
			film.Truth = append(film.Truth, Points(truth))
		}
	}
	return film
}

// Points are the rows of positions that lie one after the other, three numbers
// each.
func Points(flat []float32) [][3]float32 {
	rows := make([][3]float32, len(flat)/3)
	for i := range rows {
		rows[i] = [3]float32(flat[3*i:])
	}
	return rows
}
