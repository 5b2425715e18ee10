package ir

import "fmt"

// Ancestor holds, for each body, its ancestor a fixed number of generations above it, and
// whether there is one.
type Ancestor struct{ row, isThere *Value }

// Ancestors returns the ancestors 1, 2, 4 and so on generations above each body, for paths of
// at most longest bodies. row holds the parent of each body, which exists if isThere [rows,1]
// is 1.
func (b *Builder) Ancestors(row, isThere *Value, longest int) (up []Ancestor) {
	for reach := 1; reach < longest; reach *= 2 {
		up = append(up, Ancestor{row, isThere})
		isThere = b.Mul(isThere, b.Gather(isThere, row))
		row = b.Gather(row, row)
	}
	return up
}

// FromGround returns the products of the transformations of joints, transposed 4 x 4 matrices in
// rows of 16, from the ground to each body. An ancestor without isThere is there for all rows.
func (b *Builder) FromGround(motion *Value, up []Ancestor) *Value {
	unit := b.Const(1, 16, identity(4)...)
	for _, body := range up {
		before := b.Gather(motion, body.row)
		if body.isThere != nil {
			before = b.Select(body.isThere, before, b.Broadcast(unit, motion.Type.Rows().Symbol))
		}
		motion = b.RowMatMul(motion, before, 4, false, false)
	}
	return motion
}

// MotionMatrix returns the transformation that rotates by turn [rows,9] and then translates by
// move [rows,3]: transposed 4 x 4 matrices in rows of 16.
func (b *Builder) MotionMatrix(turn, move *Value) *Value {
	var entries []entry
	for i := range 9 {
		entries = append(entries, entry{i, i%3*4 + i/3, 1})
	}
	for i := range 3 {
		entries = append(entries, entry{9 + i, 12 + i, 1})
	}
	return b.affine(b.Concat(turn, move), 16, entries, []entry{{0, 15, 1}})
}

// Moved returns points [rows,3] after transformations.
func (b *Builder) Moved(point, motion *Value) *Value {
	one := b.Broadcast(b.Scalar(1), point.Type.Rows().Symbol)
	return b.Columns(b.RowMatMul(b.Concat(point, one), motion, 4, false, false), 0, 3)
}

// Inertial returns the accelerations of rows at positions [rows,3] while the rates of joints
// are constant. own [rows,6] is the contribution of each joint to the motions of its
// descendants. Let u be the contribution of a joint and V the motion of its body, as 4 x 4
// matrices. Then the acceleration of a position is the sum of (2 V - u) u over the path from
// the ground, times the position, since poses are products of exponentials. The anchor of a
// joint that slides and rotates is at its present position.
func (b *Builder) Inertial(position, own, parents *Value, depth int) *Value {
	field := b.linear(own, 16, fieldOfAxes)
	rows := b.Columns(field, 0, 12)
	motion := b.SumPaths(rows, parents, depth, false)
	change := b.RowMatMul(b.Sub(b.Mul(b.Scalar(2), motion), rows), field, 4, false, false)
	one := b.Broadcast(b.Scalar(1), position.Type.Rows().Symbol)
	return b.RowMatMul(b.SumPaths(change, parents, depth, false), b.Concat(position, one), 4, false, false)
}

// Extrapolated returns the state of fourth order after two half steps, and after a
// whole one, of second order (Richardson).
func (b *Builder) Extrapolated(halves, whole *Value) *Value {
	return b.Sub(b.Mul(b.Scalar(4./3), halves), b.Mul(b.Scalar(1./3), whole))
}

// fieldOfAxes takes a motion, which is an angular velocity and the velocity at the origin, to its 4 x 4
// matrix. The matrix maps positions, followed by a 1, to velocities.
var fieldOfAxes = []entry{
	{2, 1, -1}, {1, 2, 1}, {3, 3, 1}, {2, 4, 1}, {0, 6, -1}, {4, 7, 1}, {1, 8, -1}, {0, 9, 1}, {5, 11, 1},
}

// entry is a number in a row and a column of a constant matrix.
type entry struct {
	row, column int
	value       float64
}

// matrixOf returns a constant matrix, row by row. It panics if an entry is outside of it.
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
