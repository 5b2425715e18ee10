package arrays

import (
	"fmt"

	"gmnc/system"
)

// notedGap is the gap of joints above which there is a note. It is measured as system.MostGap
// is.
const notedGap = 1e-3

// checkJointed reports recordings whose motion contradicts their joints, in the first and last
// frames of the samples.
func (s *source) checkJointed(g *group) error {
	if s.joints == nil {
		return nil
	}
	var widest system.JointGap
	where := ""
	for i := range g.samples {
		sample := &g.samples[i]
		frames := sample.Trajectory.Positions
		last := make([]float32, 3*s.particles)
		for k := range last {
			last[k] = float32(frames[len(frames)-len(last)+k])
		}
		for at, x := range [][]float32{sample.Position, last} {
			if gap := sample.JointGap(x); gap.Worse(widest) {
				widest, where = gap, fmt.Sprintf("recording %d, %s frame of a sample", g.from[i], [...]string{"first", "last"}[at])
			}
		}
	}
	switch {
	case widest.TooWide():
		return s.errorf(anchorKey, ": %s: %s: expected a motion on these joints; see %s, %s, %s, %s and %s",
			where, widest, anchorKey, axisKey, parentKey, system.Rest.Array(), system.Body.Array())
	case max(widest.Apart, widest.Lean) > notedGap:
		s.note("%s: %s: %s", g.key("positions"), where, widest)
	}
	return nil
}
