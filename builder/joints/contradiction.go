package joints

import (
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// A state of bodies on joints contradicts itself if particles are farther from where the joints
// put them than system.MostGap, relative to the extent of the pose of rest. It also does if a
// body differs from its shape at rest by more than system.MostBend. Extents are twice the root
// mean square distance from the mean, which is roughly the distance of the farthest particle.

const (
	// offRates bounds the root mean square of velocities that no joint rates produce, relative
	// to all velocities. atRest adds to the bound, as a fraction of the extent in an interval,
	// which is the noise of bodies at rest.
	offRates = 0.25
	atRest   = 0.002
)

// contradiction returns NaN in all rows of a system whose state contradicts its joints, and 0
// in others: [particles,1]. The joints put the particles at x, relative to the origin, with the
// velocities v, [particles,3] each.
func (j *joints) contradiction(x, v *ir.Value) (mark *ir.Value) {
	j.Scope("contradiction", func() {
		one := j.Broadcast(j.Scalar(1), graph.Particles)
		off := j.Sub(j.Sub(j.Inputs.Position, j.origin), x)
		arm, velocity := j.Sub(j.rest, j.anchor), j.Inputs.Velocity
		vectors := j.Concat(j.rest, off, arm, velocity, j.Sub(velocity, v))
		squares := j.combined(j.Square(vectors), terms{0: 1, 1: 1, 2: 1}, terms{3: 1, 4: 1, 5: 1}, terms{6: 1, 7: 1, 8: 1}, terms{9: 1, 10: 1, 11: 1}, terms{12: 1, 13: 1, 14: 1})

		// These are means over the system and, in rows of bodies, over the body.
		summed := j.Concat(squares, j.rest, one, off, arm)
		ofSystem, ofBody := j.SumSystem(summed), j.bodyRows().Sum(summed)
		members := j.Maximum(j.Columns(ofBody, 8, 9), j.Scalar(1))
		means := j.Concat(j.Div(ofSystem, j.Columns(ofSystem, 8, 9)), j.Div(ofBody, members))

		// These are the spread of the rest positions, and the bend and the arms of a body: mean
		// squares about the mean.
		const body = 15 // the first column of the means of bodies
		spread := j.Sub(j.combined(means, terms{0: 1}, terms{body + 1: 1}, terms{body + 2: 1}),
			j.combined(j.Square(means), terms{5: 1, 6: 1, 7: 1}, terms{body + 9: 1, body + 10: 1, body + 11: 1},
				terms{body + 12: 1, body + 13: 1, body + 14: 1}))

		// A bend is too large only if it exceeds both of its limits.
		all, slow := j.Concat(squares, means, spread), 2*atRest/j.Config.Interval()
		const own, mean, spreads, gap = 0, 5, 35, 2 * system.MostGap
		const bend = system.MostBend * system.MostBend
		excess := j.combined(all, terms{own + 1: 1, spreads: -gap * gap},
			terms{mean + 4: 1, mean + 3: -offRates * offRates, spreads: -slow * slow},
			terms{spreads + 1: 1, spreads + 2: -bend}, terms{spreads + 1: 1, mean + body + 2: -bend * system.SmallBody})
		tooMuch := j.Greater(excess, j.Scalar(0))
		mark = j.nothingOf(j.Greater(j.combined(tooMuch, terms{0: 2, 1: 2, 2: 1, 3: 1}), j.Scalar(1.5)))
	})
	return mark
}

// nothingOf returns NaN in all rows of a system if wrong [particles,1] is 1 in one of them, and 0 if it
// is 0 in all: [particles,1].
func (j *joints) nothingOf(wrong *ir.Value) *ir.Value {
	return j.SumSystem(j.Div(j.Scalar(0), j.Sub(j.Scalar(1), wrong)))
}

// terms maps columns to their factors in a sum.
type terms map[int]float64

// combined returns sums of columns, each with its factor.
func (j *joints) combined(x *ir.Value, sums ...terms) *ir.Value {
	matrix := make([]float64, x.Type.Columns()*len(sums))
	for k, sum := range sums {
		for column, factor := range sum {
			matrix[column*len(sums)+k] = factor
		}
	}
	return j.MatMul(x, j.Const(x.Type.Columns(), len(sums), matrix...), false, false)
}
