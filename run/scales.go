package run

import (
	"gmnc/datasets"
)

// farOff is the squared error of straight lines over the squared error of rest above
// which velocities say nothing of where particles go, as in molecules over many
// vibrations.
const farOff = 10

// modelTime is the time that a model knows: the time of a prediction, unless nothing
// needs it as such and straight lines of that time are no place to start from.
func modelTime(data *datasets.Data, trueVelocity bool) float64 {
	time := datasets.Time(data)
	if trueVelocity {
		return time
	}
	if datasets.Missed(data.Train, time) <= farOff*datasets.Missed(data.Train, 0) {
		return time
	}
	straight, _ := datasets.CenterTime(data.Train)
	return min(time, straight)
}
