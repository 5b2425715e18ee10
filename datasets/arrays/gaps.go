package arrays

import (
	"fmt"

	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/arrays/structure"
	"gmnc/system"
)

// notedGap is the gap of joints above which there is a note. It is measured as system.MostGap
// is.
const notedGap = 1e-3

// checkJointed reports recordings whose motion contradicts their joints, in the first and last
// frames of the samples.
func (s *source) checkJointed(g *recordings.Group) error {
	if s.Joints == nil {
		return nil
	}
	var widest system.JointGap
	where := ""
	for i := range g.Samples {
		sample := &g.Samples[i]
		frames := sample.Trajectory.Positions
		last := make([]float32, 3*s.particles)
		for k := range last {
			last[k] = float32(frames[len(frames)-len(last)+k])
		}
		for at, x := range [][]float32{sample.Position, last} {
			if gap := sample.JointGap(x); gap.Worse(widest) {
				widest, where = gap, fmt.Sprintf("recording %d, %s frame of a sample", g.From[i], [...]string{"first", "last"}[at])
			}
		}
	}
	switch {
	case widest.TooWide():
		return s.Errorf(structure.AnchorKey, ": %s: %s: expected a motion on these joints; see %s, %s, %s, %s and %s",
			where, widest, structure.AnchorKey, structure.AxisKey, structure.ParentKey, system.Rest.Array(), system.Body.Array())
	case max(widest.Apart, widest.Lean) > notedGap:
		s.Note("%s: %s: %s", g.Key("positions"), where, widest)
	}
	return nil
}
