package plot

import (
	"math"

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

func vectors(flat []float32) [][3]float32 {
	rows := make([][3]float32, len(flat)/3)
	for i := range rows {
		rows[i] = [3]float32(flat[3*i:])
	}
	return rows
}
