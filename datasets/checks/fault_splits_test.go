package checks_test

import (
	"slices"

	"gmnc/datasets"
)

// splitFaults are those that show between samples, of one split or of several.
var splitFaults = []fault{
	{"split", "1 inputs of valid are in train, 2 inputs of test are in train", func(data *datasets.Data) {
		data.Valid[3] = data.Train[0]
		data.Test[0], data.Test[1] = data.Train[4], data.Train[5]
	}},
	{"split", "10 inputs of test are targets or frames of train", func(data *datasets.Data) {
		for k := range 10 {
			data.Test[k].Position = data.Train[k].TargetPosition
		}
	}},
	{"overlap", "100 % of the validation samples begin within one prediction interval (1 time unit) of a training sample", func(data *datasets.Data) {
		for k := range data.Valid {
			from, s := &data.Train[k], &data.Valid[k]
			s.Velocity = from.Velocity
			for i, x := range from.Position { // half a span before
				s.Position[i] = x - from.Velocity[i]/2
			}
		}
	}},
	{"repeats", "50 of 100 samples of the train split are copies of earlier ones", func(data *datasets.Data) {
		copy(data.Train[50:], data.Train[:50])
	}},
	{"other targets", "50 of 100 samples of the train split have the inputs of others, and other targets", func(data *datasets.Data) {
		for k := range 50 {
			target := data.Train[50+k].TargetPosition
			data.Train[50+k] = data.Train[k]
			data.Train[50+k].TargetPosition = target
		}
	}},
	{"scales", "in test the ends of bars are 0.00098 times as far apart as in training", func(data *datasets.Data) {
		for k := range data.Test {
			s := &data.Test[k]
			for _, values := range [][]float32{s.Position, s.Velocity, s.TargetPosition, s.TargetVelocity} {
				for i := range values {
					values[i] /= 1000
				}
			}
		}
	}},
	{"scales", "in valid velocities lead as far as from inputs to targets in 0.5 times the time that they take in training", func(data *datasets.Data) {
		for k := range data.Valid {
			for i := range data.Valid[k].Velocity {
				data.Valid[k].Velocity[i] *= 2
				data.Valid[k].TargetVelocity[i] *= 2
			}
		}
	}},
	{"scales", "in valid charge is 1e+03 to 1e+03, and in training 1 to 1, without signs", func(data *datasets.Data) {
		for k := range data.Valid {
			charges := slices.Clone(data.Valid[k].Charge)
			for i := range charges {
				charges[i] *= 1000
			}
			data.Valid[k].Charge = charges
		}
	}},
	{"scales", "in test velocities lead as far as from inputs to targets in 2 times the time that they take in training", func(data *datasets.Data) {
		for _, samples := range data.Splits() {
			for k := range *samples {
				(*samples)[k].TargetVelocity = nil
			}
		}
		for k := range data.Test {
			for i, x := range data.Test[k].Position {
				data.Test[k].TargetPosition[i] = x + 2*data.Test[k].Velocity[i]
			}
		}
	}},
}
