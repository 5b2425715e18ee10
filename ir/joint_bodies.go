package ir

import "slices"

// bodyMotions is the law of how joints move bodies, in rows of bodies. A body has its origin at
// the anchor of its joint, so that distances of anchors from the origin of space cost no digits.
// If the offset is that from the anchor of the parent, the motion of a joint from the body to
// its parent is
//
//	x -> R x + offset + slid      R = 1 + sin K + (1 - cos) K K    K = [axis]x
//
// as a 4 x 4 matrix, and the pose of a body is the product of these from the ground to it. The
// matrices are transposed, so that they multiply rows of points. Files use the law for tables of
// bodies (see bodyTables).
type bodyMotions struct {
	*Builder
	up     []Ancestor
	start  *Value // the first cosine, sine and displacement, and isTurn: [rows,4]
	isTurn *Value // 1 for joints that rotate
	// changing [rows,48] and fixed [rows,16] determine the motions, which depend on the sine,
	// the cosine and the displacement since the start.
	changing, fixed *Value
	points          *Value // axis, origin and slide, with a fourth coordinate: [rows,12]
}

// These are the columns of the rows from which newBodyMotions starts. They begin with the
// result of JointMeasure.
const turnColumn, anchorColumn, rotatesColumn, slideColumn, bodyColumns = 4, 7, 10, 11, 14

// newBodyMotions prepares the motions of bodies. known describes each body, [rows,14], and parents
// holds the rows of their parents. A root that is its own parent has its anchor at the origin.
func newBodyMotions(b *Builder, known, parents *Value, up []Ancestor) bodyMotions {
	m := bodyMotions{Builder: b, up: up, isTurn: b.Columns(known, rotatesColumn, rotatesColumn+1)}
	// The angles of bodies on a line are unknown.
	m.start = b.Concat(b.Div(b.Columns(known, 0, 3), b.Sub(b.Scalar(1), b.Columns(known, 3, 4))), m.isTurn)

	// These are K, the identity with the offset, the slide and the points.
	entries := []entry{
		{turnColumn + 2, 1, 1}, {turnColumn + 1, 2, -1}, {turnColumn + 2, 4, -1}, {turnColumn, 6, 1}, {turnColumn + 1, 8, 1}, {turnColumn, 9, -1},
	}
	constant := []entry{{0, 31, 1}, {0, 55, 1}}
	for i := range 3 {
		constant = append(constant, entry{0, 16 + 5*i, 1})
		entries = append(entries, entry{anchorColumn + i, 28 + i, 1}, entry{bodyColumns + i, 28 + i, -1}, entry{slideColumn + i, 44 + i, 1},
			entry{turnColumn + i, 48 + i, 1}, entry{slideColumn + i, 56 + i, 1})
	}
	anchors := b.Gather(b.Columns(known, anchorColumn, anchorColumn+3), parents)
	base := b.affine(b.Concat(known, anchors), 60, entries, constant)
	m.points = b.Columns(base, 48, 60)

	// The motions consist of K, K K, the identity with the offset, and the slide. Their factors
	// are for sine, cosine, displacement and 1.
	k := b.Columns(base, 0, 16)
	all := b.Concat(k, b.RowMatMul(k, k, 4, false, false), b.Columns(base, 16, 48))
	factors := b.affine(m.start, 16,
		[]entry{{0, 0, 1}, {1, 1, 1}, {1, 4, 1}, {0, 5, -1}, {3, 11, -1}, {2, 15, 1}},
		[]entry{{0, 11, 1}, {0, 13, 1}, {0, 14, 1}})
	made := b.RowMatMul(factors, all, 4, false, false)
	m.changing, m.fixed = b.Columns(made, 0, 48), b.Columns(made, 48, 64)
	return m
}

// pose returns the poses of bodies whose joints have moved by q, [rows,1], since the start, or
// have not moved if q is nil: [rows,16].
func (m bodyMotions) pose(q *Value) *Value {
	if q == nil {
		return m.FromGround(m.Add(m.Columns(m.changing, 16, 32), m.fixed), m.up) // the cosine is 1
	}
	angle := m.Mul(q, m.isTurn)
	motion := m.RowMatMul(m.Concat(m.Sin(angle), m.Cos(angle), q), m.changing, 3, false, false)
	return m.FromGround(m.Add(motion, m.fixed), m.up)
}

// fields returns the velocities that joints give to points of poses, at a rate of 1: 4 x 3
// matrices, in rows of 12, that multiply positions followed by a 1.
func (m bodyMotions) fields(pose *Value) *Value {
	points := m.RowMatMul(m.points, pose, 4, false, false)
	left := m.chosen(points, 2, 0, 1, 1, 2, 0, 0, 1, 2, 8, 9, 10)
	right := m.chosen(points, 5, 6, 4, 6, 4, 5, 7, 7, 7, 7, 7, 7)
	return m.linear(m.Mul(left, right), 12, []entry{
		{8, 3, -1}, {7, 6, 1}, {8, 1, 1}, {6, 7, -1}, {7, 2, -1}, {6, 5, 1}, // axis x r
		{0, 9, 1}, {1, 10, 1}, {2, 11, 1}, {3, 9, -1}, {4, 10, -1}, {5, 11, -1}, {9, 9, 1}, {10, 10, 1}, {11, 11, 1},
	})
}

// These are the columns of a velocity field that hold the angular velocity, and the velocity
// at the origin.
var (
	turnOfField = []entry{{5, 0, 1}, {6, 1, 1}, {1, 2, 1}}
	axesOfField = append(slices.Clone(turnOfField), entry{9, 3, 1}, entry{10, 4, 1}, entry{11, 5, 1})
)

// linear multiplies rows with a constant matrix of the given width.
func (b *Builder) linear(rows *Value, width int, matrix []entry) *Value {
	height := rows.Type.Columns()
	return b.MatMul(rows, b.Const(height, width, matrixOf(height, width, matrix)...), false, false)
}

// chosen returns these columns of rows.
func (b *Builder) chosen(rows *Value, columns ...int) *Value {
	entries := make([]entry, len(columns))
	for i, column := range columns {
		entries[i] = entry{column, i, 1}
	}
	return b.linear(rows, len(columns), entries)
}

// affine returns such a product plus a constant row.
func (b *Builder) affine(rows *Value, width int, matrix, constant []entry) *Value {
	return b.Add(b.linear(rows, width, matrix), b.Const(1, width, matrixOf(1, width, constant)...))
}
