package ir

import "fmt"

// Ancestor is the body some bodies before each, and whether there is one.
type Ancestor struct{ row, isThere *Value }

// Ancestors are the bodies 1, 2, 4 and so on before each, of ways of a number of bodies at most. The
// one before is in a row, and there where isThere [rows,1] is 1.
func (b *Builder) Ancestors(row, isThere *Value, longest int) (up []Ancestor) {
	for reach := 1; reach < longest; reach *= 2 {
		up = append(up, Ancestor{row, isThere})
		isThere = b.Mul(isThere, b.Gather(isThere, row))
		row = b.Gather(row, row)
	}
	return up
}

// FromGround are the products of the motions of joints, matrices 4 x 4 in rows of 16, from the ground
// to each body.
func (b *Builder) FromGround(motion *Value, up []Ancestor) *Value {
	unit := b.Const(1, 16, identity(4)...)
	for _, body := range up {
		before := b.Select(body.isThere, b.Gather(motion, body.row), b.Broadcast(unit, motion.Type.Rows().Symbol))
		motion = b.RowMatMul(before, motion, 4, false, false)
	}
	return motion
}

// MotionMatrix are the first three rows of a motion that turns, [rows,9], and then moves, [rows,3]: 4 x 4
// in rows of 16, with zeros below.
func (b *Builder) MotionMatrix(turn, move *Value) *Value {
	var parts []*Value
	for i := range 3 {
		parts = append(parts, b.Columns(turn, 3*i, 3*i+3), b.Columns(move, i, i+1))
	}
	return b.Concat(append(parts, b.Broadcast(b.Const(1, 4, 0, 0, 0, 0), turn.Type.Rows().Symbol))...)
}

// Inertial are the accelerations of rows at positions [rows,3] while the rates of joints stay. Let V be
// the motion of a body, and own [rows,6] the share S w of its joint. Then motions change by the sum of
// (V - S w) x S w. Where a joint slides and turns, its anchor goes along at the velocities slides [rows,3],
// nil of others.
func (b *Builder) Inertial(position, own, slides, parents *Value, depth int) *Value {
	motion := b.SumPaths(own, parents, depth, false)
	parts := func(m *Value) (turn, move *Value) { return b.Columns(m, 0, 3), b.Columns(m, 3, 6) }
	turn, move := parts(b.Sub(motion, own))
	ownTurn, ownMove := parts(own)
	if slides != nil {
		move = b.Add(move, slides)
	}
	change := b.Concat(b.Cross(turn, ownTurn), b.Add(b.Cross(turn, ownMove), b.Cross(move, ownTurn)))
	bias := b.SumPaths(change, parents, depth, false)
	velocity := b.VelocityAt(motion, position)
	return b.Add(b.VelocityAt(bias, position), b.Cross(b.Columns(motion, 0, 3), velocity))
}

// An entry is a number at a row and a column of a constant matrix.
type entry struct {
	row, column int
	value       float64
}

// matrixOf is a constant matrix, one row after the other. It panics at an entry outside of it.
func matrixOf(height, width int, entries []entry) []float64 {
	values := make([]float64, height*width)
	for _, at := range entries {
		if at.row >= height || at.column >= width {
			panic(fmt.Sprintf("a matrix %d x %d has no row %d and column %d", height, width, at.row, at.column))
		}
		values[at.row*width+at.column] = at.value
	}
	return values
}
