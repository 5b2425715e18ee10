package mechanics

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/objects"
	"gmnc/ir"
)

// springs tie the particles of each edge i <- j with the force
//
//	-k (|d| - l) d / |d|      d = x_i - x_j
//
// on i, of stiffness k and rest length l.
type springs struct {
	stiffness, restLength *ir.Value // [edges,1], or [1,1] of all springs
}

// newSprings returns the springs whose constants are learned or are features of the data's
// edges, or nil if there are none.
func newSprings(w *graph.Writer) *springs {
	s := &springs{stiffness: ofSprings(w, config.LearnedStiffness), restLength: ofSprings(w, config.LearnedRestLength)}
	if s.stiffness == nil {
		return nil
	}
	if s.restLength == nil {
		s.restLength = w.Scalar(0)
	}
	return s
}

// ofSprings returns a learned constant, or the feature of its name, or nil if there is neither.
// A negative feature becomes NaN. Slots without a neighbor do not count.
func ofSprings(w *graph.Writer, name string) *ir.Value {
	if learned := w.Config.Learns(name); learned != nil {
		return w.LearnedConstant(learned)
	}
	if at := slices.Index(w.Config.EdgeFeatures, name); at >= 0 {
		given := w.Mul(w.Inputs.EdgeMask, w.Columns(w.Inputs.EdgeFeatures, at, at+1))
		isRight := w.Sub(w.Scalar(1), w.Greater(w.Scalar(0), given))
		return w.Div(w.Mul(given, isRight), isRight)
	}
	return nil
}

// force returns the force on each particle: [particles,3].
func (s *springs) force(w *graph.Writer, x *ir.Value) *ir.Value {
	length, direction := lengthAndDirection(&w.Networks, w.EdgeOffset(x), objects.ShortestBar(w.Config))
	return w.OverNeighbors(w.Mul(w.Mul(s.stiffness, w.Sub(s.restLength, length)), direction))
}
