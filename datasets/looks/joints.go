package looks

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/rotation"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Gap is how far a pose is from one that joints allow, at the body that is farthest.
type Gap struct {
	Body int // its number
	// Apart is a share of the extent of the pose of rest: how far the body's particles are
	// from their shape at rest in the mean, or its joint from where the body before has it.
	Apart float64
	// Lean is the sine of the angle between the axis of the joint by the body and by the
	// one before; of a joint that slides, of the turn between both.
	Lean float64
}

// Worse reports whether a gap is the wider.
func (g Gap) Worse(than Gap) bool { return max(g.Apart, g.Lean) > max(than.Apart, than.Lean) }

// placed is a body in a pose: x = turn (rest - before) + after. The turn is nil of
// particles on a line, which do not tell it.
type placed struct {
	turn          mat.Matrix
	before, after [3]float64
}

func (p placed) turned(v [3]float64) (out [3]float64) {
	for row := range 3 {
		for column := range 3 {
			out[row] += float64(p.turn.At(row, column) * v[column])
		}
	}
	return out
}

func (p placed) at(rest [3]float64) [3]float64 {
	return vector.Plus(p.turned(vector.Plus(rest, -1, p.before)), 1, p.after)
}

// ground is what the first joints hang on.
var ground = placed{turn: mat.NewDiagDense(3, []float64{1, 1, 1})}

// MostGap is the widest gap of a motion on its joints: a share of the extent of the pose of rest,
// or the sine of an angle.
const MostGap = 0.05

// TooWide reports whether a gap is of a motion on other joints.
func (g Gap) TooWide() bool { return max(g.Apart, g.Lean) > MostGap }

// String says which body is how far off.
func (g Gap) String() string {
	return fmt.Sprintf("body %d is off its joint by %.2g of the robot's extent, and by an angle of sine %.2g", g.Body, g.Apart, g.Lean)
}

// JointGap is the widest gap of bodies with joints at x [n*3]; the zero Gap of others.
func JointGap(s *system.Sample, x []float32) (widest Gap) {
	rest := system.Rest.Of(s)
	if !s.Jointed() || rest == nil {
		return Gap{}
	}
	bodies := s.Objects.Of(system.Body)
	extent := spread(rest)
	poses, bodyOf := make([]placed, len(bodies)), make([]int, s.Particles())
	for number, members := range bodies {
		var misfit float64
		poses[number], misfit = place(rest, x, members)
		if gap := (Gap{Body: number, Apart: misfit / extent}); gap.Worse(widest) {
			widest = gap
		}
		for _, i := range members {
			bodyOf[i] = number
		}
	}
	parents := s.Objects.Numbers(system.Tree, s.Particles())
	for number, members := range bodies {
		before := ground
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

// jointGap is the gap of the joint of a particle's body.
func jointGap(s *system.Sample, particle int, before, own placed) (gap Gap) {
	if before.turn == nil || own.turn == nil {
		return gap
	}
	if types := system.JointType.Of(s); types != nil && types[particle] == system.Floating {
		return gap
	}
	anchor := vector.At(system.JointAnchor.Of(s), particle)
	off := vector.Plus(own.at(anchor), -1, before.at(anchor))
	if along := system.SlideAxis.Of(s); along != nil && vector.Norm(vector.At(along, particle)) > 0 {
		axis := before.turned(vector.At(along, particle))
		off = vector.Plus(off, -vector.Dot(off, axis), axis)
		for k := range 3 {
			var side [3]float64
			side[k] = 1
			gap.Lean = max(gap.Lean, vector.Norm(vector.Cross(own.turned(side), before.turned(side))))
		}
	}
	if about := system.TurnAxis.Of(s); about != nil {
		axis := vector.At(about, particle)
		gap.Lean = max(gap.Lean, vector.Norm(vector.Cross(own.turned(axis), before.turned(axis))))
	}
	gap.Apart = vector.Norm(off)
	return gap
}

// place finds a body by least squares, and how far its particles are from where it has them.
func place(rest, x []float32, members []int) (p placed, misfit float64) {
	for _, i := range members {
		p.before = vector.Plus(p.before, 1/float64(len(members)), vector.At(rest, i))
		p.after = vector.Plus(p.after, 1/float64(len(members)), vector.At(x, i))
	}
	sum, atRest := mat.NewDense(3, 3, nil), mat.NewDense(3, 3, nil)
	for _, i := range members {
		from, to := vector.Plus(vector.At(rest, i), -1, p.before), vector.Plus(vector.At(x, i), -1, p.after)
		for row := range 3 {
			for column := range 3 {
				sum.Set(row, column, sum.At(row, column)+float64(to[row]*from[column]))
				atRest.Set(row, column, atRest.At(row, column)+float64(from[row]*from[column]))
			}
		}
	}
	const flat = 1e-6
	if trace := atRest.Trace(); mat.Norm(atRest, 2) >= (1-flat)*trace {
		return p, 0
	}
	p.turn = rotation.Nearest(sum, true)
	for _, i := range members {
		misfit += vector.Distance(p.at(vector.At(rest, i)), vector.At(x, i)) / float64(len(members))
	}
	return p, misfit
}

// spread is the largest distance of particles from their mean.
func spread(x []float32) (most float64) {
	var mean [3]float64
	n := len(x) / 3
	for i := range n {
		mean = vector.Plus(mean, 1/float64(n), vector.At(x, i))
	}
	for i := range n {
		most = max(most, vector.Distance(vector.At(x, i), mean))
	}
	return math.Max(most, math.SmallestNonzeroFloat32)
}
