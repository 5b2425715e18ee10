package plot

import (
	"math"

	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// FromEpochs are the two lines of a run's learning curve: the training loss
// and, where it was taken, the validation error.
func FromEpochs(rows []run.Epoch) []Series {
	training, validation := Series{Name: "training"}, Series{Name: "validation"}
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
		Input: vectors(sample.Position), Prediction: vectors(position), Truth: vectors(sample.TargetPosition),
		Objects: sample.Objects, Bonds: sample.Bonds,
	}
}

// FromRollout is one of the samples, frame by frame, with the truth as far as it
// is known.
func FromRollout(samples []system.Sample, frames []predict.Frame, sample int) Film {
	start := 0
	for _, s := range samples[:sample] {
		start += len(s.Position)
	}
	s := samples[sample]
	film := Film{Objects: s.Objects, Bonds: s.Bonds}
	for _, frame := range frames {
		film.Prediction = append(film.Prediction, vectors(frame.Position[start:start+len(s.Position)]))
		if truth := predict.TruePosition(&s, frame.Step); truth != nil {
			film.Truth = append(film.Truth, vectors(truth))
		}
	}
	return film
}

func vectors(flat []float32) [][3]float32 {
	rows := make([][3]float32, len(flat)/3)
	for i := range rows {
		rows[i] = [3]float32(flat[3*i:])
	}
	return rows
}
