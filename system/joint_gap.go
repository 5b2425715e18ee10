package system

import (
	"fmt"
	"math"

	"gmnc/internal/rotation"
	"gmnc/internal/vector"
)

// MostGap is the widest gap that a joint may have: a share of the extent of the pose of rest,
// or the sine of an angle. MostBend is how far the particles of a body may be from its shape at
// rest, as a share of its size. Both are root mean squares.
const (
	MostGap  = 0.05
	MostBend = 0.2
)

// JointGap is how far a pose is from the poses that the joints allow, at the body where it is
// farthest.
type JointGap struct {
	Body int // its number
	// Apart is a share of the extent of the pose of rest. It is how far the body's particles
	// are, in the mean, from their shape at rest, or how far its joint is from where the
	// previous body puts it.
	Apart float64
	// Lean is the sine of the angle between the axis of the joint according to the body and
	// according to the previous one. For a prismatic joint it is the sine of the rotation
	// between the two bodies.
	Lean float64
	// Bent is how far the body's particles are from their shape at rest, as a share of its
	// size.
	Bent float64
}

// width is above 1 if the gap is too wide.
func (g JointGap) width() float64 { return max(g.Apart/MostGap, g.Lean/MostGap, g.Bent/MostBend) }

// Worse reports whether the gap is wider than another.
func (g JointGap) Worse(than JointGap) bool { return g.width() > than.width() }

// TooWide reports whether the pose must belong to other joints or to another body.
func (g JointGap) TooWide() bool { return g.width() > 1 }

// String says which body is off, and how far.
func (g JointGap) String() string {
	if g.Bent/MostBend >= g.width() && g.Bent > 0 {
		return fmt.Sprintf("body %d is off its shape at rest by %.2g of its size", g.Body, g.Bent)
	}
	return fmt.Sprintf("body %d is off its joint by %.2g of the robot's extent, and by an angle of sine %.2g", g.Body, g.Apart, g.Lean)
}

// JointGap returns the widest gap at positions x [n*3]. It is the zero JointGap if the sample
// has no bodies with joints.
func (s *Sample) JointGap(x []float32) (widest JointGap) {
	rest := Rest.Of(s)
	if !s.Jointed() || rest == nil {
		return JointGap{}
	}
	bodies := s.Objects.Of(Body)
	extent := max(2*(&Sample{Position: rest}).Extent(), math.SmallestNonzeroFloat32)
	poses, bodyOf := make([]rotation.Displacement, len(bodies)), make([]int, s.Particles())
	for number, members := range bodies {
		if poses[number] = rotation.FitDisplacement(rest, x, members); poses[number].IsTurned() {
			apart, bent := misfit(poses[number], rest, x, members, s.anchor(members[0]))
			if gap := (JointGap{Body: number, Apart: apart / extent, Bent: bent}); gap.Worse(widest) {
				widest = gap
			}
		}
		for _, i := range members {
			bodyOf[i] = number
		}
	}
	parents := s.Objects.Numbers(Tree, s.Particles())
	for number, members := range bodies {
		before := rotation.Ground
		if parent := parents[members[0]]; parent >= 0 {
			before = poses[bodyOf[parent]]
		}
		gap := jointGap(s, members[0], before, poses[number])
		gap.Body, gap.Apart = number, gap.Apart/extent
		if gap.Worse(widest) {
			widest = gap
		}
	}
	return widest
}

// jointGap returns the gap of the joint of a particle's body.
func jointGap(s *Sample, particle int, before, own rotation.Displacement) (gap JointGap) {
	if !before.IsTurned() || !own.IsTurned() {
		return gap
	}
	if types := JointType.Of(s); types != nil && types[particle] == Floating {
		return gap
	}
	anchor := s.anchor(particle)
	off := vector.Plus(own.At(anchor), -1, before.At(anchor))
	if along := SlideAxis.Of(s); along != nil && vector.Norm(vector.At(along, particle)) > 0 {
		axis := before.Turned(vector.At(along, particle))
		off = vector.Plus(off, -vector.Dot(off, axis), axis)
		for k := range 3 {
			var side [3]float64
			side[k] = 1
			gap.Lean = max(gap.Lean, vector.Norm(vector.Cross(own.Turned(side), before.Turned(side))))
		}
	}
	if about := TurnAxis.Of(s); about != nil {
		axis := vector.At(about, particle)
		gap.Lean = max(gap.Lean, vector.Norm(vector.Cross(own.Turned(axis), before.Turned(axis))))
	}
	gap.Apart = vector.Norm(off)
	return gap
}

// anchor returns the anchor of the joint of a particle's body, which by default is the origin.
func (s *Sample) anchor(particle int) (anchor [3]float64) {
	if anchors := JointAnchor.Of(s); anchors != nil {
		anchor = vector.At(anchors, particle)
	}
	return anchor
}

// SmallBody is the smallest size of a body whose shape is checked, as a share of its distance
// from the joint, squared. The rounding of float32 hides the shape of smaller ones.
const SmallBody = 1e-5

// misfit returns how far the particles of a body are, in the mean, from where its shape at rest
// puts them, and their root mean square distance as a share of its size.
func misfit(p rotation.Displacement, rest, x []float32, members []int, anchor [3]float64) (apart, bent float64) {
	var size, arms, off float64
	middle := p.Middle()
	for _, i := range members {
		at := vector.At(rest, i)
		away := vector.Distance(p.At(at), vector.At(x, i))
		fromMiddle, fromAnchor := vector.Distance(at, middle), vector.Distance(at, anchor)
		apart, off = apart+away/float64(len(members)), off+float64(away*away)
		size, arms = size+float64(fromMiddle*fromMiddle), arms+float64(fromAnchor*fromAnchor)
	}
	return apart, math.Sqrt(off / max(size, SmallBody*arms))
}
