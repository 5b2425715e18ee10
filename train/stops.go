package train

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
	"gmnc/train/shooting"
)

// enoughFree is the least number of steps without stops, for each constant, for which a fit leaves
// out the others.
const enoughFree = 20

// limited reports whether the model has joints with limits.
func (t *training) limited() bool {
	return slices.ContainsFunc([]*system.Field{system.TurnLimits, system.SlideLimits}, func(f *system.Field) bool {
		return slices.Contains(t.model.Config.Fields, f.Name)
	})
}

// unstopped returns the parts of the recordings in which no stop acts on a joint. It returns nil if
// no joint has limits, if stops are learned, or if too few steps remain.
func (t *training) unstopped() []system.Sample {
	if t.parts == nil {
		t.parts = &partsOfRecordings{}
		if t.limited() && t.options.Velocity != 0 && t.model.Config.Learns(config.LearnedStop) == nil {
			parts, share := shooting.WithoutStops(t.job.Data.Train, datasets.Time(t.job.Data))
			if stepsIn(parts) >= enoughFree*len(t.moving()) {
				t.parts = &partsOfRecordings{parts, share}
			}
		}
	}
	return t.parts.samples
}

// fitted returns the recordings to which constants are fitted.
func (t *training) fitted() []system.Sample {
	if parts := t.unstopped(); parts != nil {
		return parts
	}
	return t.recordings()
}

// stepsIn returns the number of steps of recordings.
func stepsIn(samples []system.Sample) (steps int) {
	for _, s := range samples {
		if steps++; s.Trajectory != nil {
			steps += s.Trajectory.Frames() - 2
		}
	}
	return steps
}

// partsOfRecordings are the parts in which no stop acts, and their share of all steps.
type partsOfRecordings struct {
	samples []system.Sample
	share   float64
}

// leftOut says which steps of the recordings a fit of constants leaves out, or "" if it takes all.
func (t *training) leftOut() string {
	if t.unstopped() == nil || t.parts.share == 1 {
		return ""
	}
	return fmt.Sprintf("the fit of constants leaves out steps in which a joint is at a limit or reaches it, %.2g %% of all", 100*(1-t.parts.share))
}
