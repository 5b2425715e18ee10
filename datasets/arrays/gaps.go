package arrays

import (
	"fmt"

	"gmnc/datasets/looks"
	"gmnc/system"
)

// Gaps of joints, a share of the extent of the pose of rest, or the sine of an angle: a
// note says them from the first on, and from the second on joints are others.
const (
	notedGap = 1e-3
	mostGap  = 0.05
)

// checkJointed reports recordings that do not move as their joints say, by the first and
// last frames of samples.
func (s *source) checkJointed(g *group) error {
	if s.joints == nil {
		return nil
	}
	var widest looks.Gap
	where := ""
	for i := range g.samples {
		sample := &g.samples[i]
		frames := sample.Trajectory.Positions
		last := make([]float32, 3*s.particles)
		for k := range last {
			last[k] = float32(frames[len(frames)-len(last)+k])
		}
		for at, x := range [][]float32{sample.Position, last} {
			if gap := looks.JointGap(sample, x); gap.Worse(widest) {
				widest, where = gap, fmt.Sprintf("recording %d, %s frame of a sample", g.from[i], [...]string{"first", "last"}[at])
			}
		}
	}
	switch gap := max(widest.Apart, widest.Lean); {
	case gap > mostGap:
		return s.errorf(anchorKey, ": %s: body %d is off its joint by %.2g of the robot's extent, and by an angle of sine %.2g: expected a motion on these joints; see %s, %s, %s, %s and %s",
			where, widest.Body, widest.Apart, widest.Lean, anchorKey, axisKey, parentKey, system.Rest.Array(), system.Body.Array())
	case gap > notedGap:
		s.note("%s: %s: body %d is off its joint by %.2g of the robot's extent, and by an angle of sine %.2g", g.key("positions"), where, widest.Body, widest.Apart, widest.Lean)
	}
	return nil
}
