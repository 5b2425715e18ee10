package builder

import (
	"gmnc/ir"
	"gmnc/system"
)

// A state of bodies on joints contradicts itself where particles are farther from where the joints
// put them than system.MostGap, a share of the extent of the pose of rest. It does so too where a
// body is off its shape at rest by more than system.MostBend. Extents are twice the root mean square
// distance from the middle, which is about where the farthest particle is.

const (
	// offRates is how much of the velocities no rates of joints make, by root mean squares, where
	// that is more than atRest of the extent in an interval, as noise of bodies at rest is.
	offRates = 0.25
	atRest   = 0.002
)

// contradiction is not a number in all rows of a system whose state contradicts its joints, and
// 0 in others: [particles,1]. The joints put the particles at x, from the origin, with the
// velocities v, [particles,3] each.
func (j *joints) contradiction(x, v *ir.Value) (mark *ir.Value) {
	j.Scope("contradiction", func() {
		square := func(x *ir.Value) *ir.Value { return j.Inner(x, x) }
		one := j.Add(j.Mul(j.Scalar(0), j.isBody), j.Scalar(1))
		off := j.Sub(j.Sub(j.Inputs.Position, j.origin), x)
		arm, velocity := j.Sub(j.rest, j.anchor), j.Inputs.Velocity

		sums := j.SumSystem(j.Concat(j.rest, square(j.rest), square(velocity), square(j.Sub(velocity, v)), one))
		count := j.Columns(sums, 6, 7)
		extent := j.Div(j.Mul(j.Scalar(4), j.spreadOf(j.Columns(sums, 0, 3), j.Columns(sums, 3, 4), count)), count) // its square
		isOff := j.Greater(square(off), j.Mul(j.Scalar(system.MostGap*system.MostGap), extent))
		slow := atRest / j.Config.time()
		most := j.Add(j.Mul(j.Scalar(offRates*offRates), j.Columns(sums, 4, 5)), j.Mul(j.Scalar(slow*slow), j.Mul(count, extent)))
		isFast := j.Greater(j.Columns(sums, 5, 6), most)

		ofBody := j.sumBody(j.Concat(off, square(off), arm, square(arm), one))
		bent := j.spreadOf(j.Columns(ofBody, 0, 3), j.Columns(ofBody, 3, 4), j.Columns(ofBody, 8, 9))
		size := j.spreadOf(j.Columns(ofBody, 4, 7), j.Columns(ofBody, 7, 8), j.Columns(ofBody, 8, 9))
		size = j.Maximum(size, j.Mul(j.Scalar(system.SmallBody), j.Columns(ofBody, 7, 8)))
		isBent := j.Greater(bent, j.Mul(j.Scalar(system.MostBend*system.MostBend), size))

		mark = j.nothingOf(j.Add(isOff, j.Add(isBent, isFast)))
	})
	return mark
}

// nothingOf is not a number in all rows of a system where a mark [particles,1] is above 0 in one,
// and 0 in others: [particles,1].
func (j *joints) nothingOf(wrong *ir.Value) *ir.Value {
	isWrong := j.Greater(j.SumSystem(wrong), j.Scalar(0))
	return j.Div(j.Mul(j.Scalar(0), isWrong), j.Sub(j.Scalar(1), isWrong))
}

// spreadOf is the sum of the squares of vectors from their mean, given their sum [particles,3],
// the sum of their squares and their count, which is 0 in rows without any.
func (j *joints) spreadOf(sum, squares, count *ir.Value) *ir.Value {
	return j.Sub(squares, j.Div(j.Inner(sum, sum), j.Maximum(count, j.Scalar(1))))
}

// sumBody adds up a value over the particles of each body, in the body's row, and is 0 in others.
func (j *joints) sumBody(x *ir.Value) *ir.Value {
	members := j.ScatterAdd(j.Mul(j.Sub(j.Scalar(1), j.isBody), x), j.Inputs.Partner)
	return j.Mul(j.isBody, j.Add(x, members))
}
