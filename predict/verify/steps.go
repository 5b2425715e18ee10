package verify

import (
	"context"
	"fmt"

	"gmnc/predict"
)

// Steps is the promise that a file of many steps computes the same as many calls of a file of
// one step.
const Steps = "the same bits for many steps in one call as for one step in each of many calls"

// AlikeSteps is the promise that the steps of a file that were not run have the same nodes as
// those that were.
const AlikeSteps = "the same nodes in the later steps as in the last step that was run"

// SameAsCalls measures whether the frames of one call, positions and velocities, equal the
// frames of a predictor that is called for every step.
func SameAsCalls(group Group, positions, velocities [][]float32, one predict.Predictor) (r Report) {
	f := Finding{Promise: Steps, Where: fmt.Sprintf("%d steps of composition %s", len(positions), group.Name), Tried: []Tried{{Count: len(positions), Of: StepsOf(group)}}}
	rollout := predict.Rollout{Predictor: one, Samples: group.Samples, Steps: len(positions)}
	for frame, err := range rollout.Frames(context.Background()) {
		if err != nil {
			r.breaks(fmt.Errorf("%s: step %d: %w", Steps, frame.Step, err))
			return r
		}
		if frame.Step > 0 {
			f.Largest = max(f.Largest, differentBits(positions[frame.Step-1], frame.Position), differentBits(velocities[frame.Step-1], frame.Velocity))
		}
	}
	r.Add(f)
	return r
}
