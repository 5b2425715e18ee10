package run

import (
	"gmnc/datasets"
)

// farOff is the ratio of the squared error of constant velocity to that of rest above which
// velocities say nothing about where particles go. Molecules over many vibrations are an
// example.
const farOff = 10

// modelTime returns the time that a model knows. It is the time of a prediction, unless
// constant velocity for that time is a poor start and no true velocity needs the time itself.
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
