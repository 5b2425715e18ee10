package ir

import "gmnc/internal/articulated"

// BodyFit holds the measured poses of bodies, in the row of the first particle of each body,
// and 0 in other rows. Before and Relative [rows,9] are the rotation of the parent body, and
// that of the body relative to it. Center and RestCenter [rows,3] are the centers of its
// particles, now and in the rest pose. Displacement [rows,3] is that of the center from where
// the parent body would carry it. IsLine [rows,1] is 1 for bodies on a line, whose rotation is
// unknown.
type BodyFit struct{ Before, Relative, Center, RestCenter, Displacement, IsLine *Value }

// FitBodies computes the poses of bodies from the positions [rows,3] of their particles, now and in
// the rest pose. The parent of a row of a body, marked by isBody [rows,1], is the parent body, or
// the row itself on the ground; the parent of any other row is its body. Let C be the sum of (x -
// mean)(rest - mean)^T over a body and A the sum of (rest - mean)(rest - mean)^T. The rotation of a
// body is then R = C A^-1, and its rotation relative to its parent R_p^T R.
func (b *Builder) FitBodies(isBody, parents, position, rest *Value) (f BodyFit) {
	fit := BodyRows{b, isBody, parents}
	positions := b.Concat(position, rest, b.Broadcast(b.Scalar(1), isBody.Type.Rows().Symbol))
	sums := fit.gathered(positions)
	means := b.Div(sums, b.Columns(sums, 6, 7))
	f.Center, f.RestCenter = b.Columns(means, 0, 3), b.Columns(means, 3, 6)
	off := b.Sub(positions, fit.Spread(means))
	var rotation *Value
	// These are the factors of the entries of C and, after them, of A.
	left := b.chosen(off, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5)
	right := b.chosen(off, 3, 4, 5, 3, 4, 5, 3, 4, 5, 3, 4, 5, 3, 4, 5, 3, 4, 5)
	rotation, f.IsLine = fit.rotations(fit.Sum(b.Mul(left, right)))

	isRoot := b.Same(parents, b.RowNumbers(isBody.Type.Rows().Symbol))
	f.Before = b.Select(isRoot, b.Const(1, 9, identity(3)...), b.Gather(rotation, parents))
	f.Relative = b.RowMatMul(f.Before, rotation, 3, true, false)
	origin := b.Sub(f.Center, b.RowMatMul(rotation, f.RestCenter, 3, false, false))
	parent := b.Select(isRoot, b.Const(1, 3, 0, 0, 0), b.Gather(origin, parents))
	f.Displacement = b.Sub(f.Center, b.Add(parent, b.RowMatMul(f.Before, f.RestCenter, 3, false, false)))
	return f
}

// Angles returns [rows,3]: the cosine and sine of the angle of each revolute joint about its axis
// [rows,3], and the displacement of each prismatic joint along its axis; slide is nil if there are
// none. The angle is 0 for joints without an axis and for bodies on a line.
func (b *Builder) Angles(f BodyFit, turn, slide *Value) *Value {
	both := b.RowMatMul(b.aboutAxis(turn), f.Relative, 9, false, false)
	norm := b.Sqrt(b.Maximum(b.SumColumns(b.Square(both)), b.Scalar(articulated.SmallSquare)))
	isTurn := b.Mul(b.Inner(turn, turn), b.Sub(b.Scalar(1), f.IsLine))
	angle := b.Select(isTurn, b.Div(both, norm), b.Const(1, 2, 1, 0))
	if slide == nil {
		return b.Concat(angle, b.Mul(b.Scalar(0), isTurn))
	}
	return b.Concat(angle, b.Inner(b.RowMatMul(f.Before, slide, 3, false, false), f.Displacement))
}

// aboutAxis returns the weights [rows,18] of the entries of a rotation R in its cosine and its
// sine about an axis n. The cosine is (trace - n . R n) / 2, and the sine is half of n times
// the sines about the coordinate axes.
func (b *Builder) aboutAxis(n *Value) *Value {
	// These are the components of n, and the products of two of them: xx yy zz xy xz yz.
	left := b.chosen(n, 0, 1, 2, 0, 1, 2, 0, 0, 1)
	right := b.affine(n, 9, []entry{{0, 3, 1}, {1, 4, 1}, {2, 5, 1}, {1, 6, 1}, {2, 7, 1}, {2, 8, 1}}, []entry{{0, 0, 1}, {0, 1, 1}, {0, 2, 1}})
	return b.affine(b.Mul(left, right), 18, []entry{
		{3, 0, -.5}, {4, 4, -.5}, {5, 8, -.5}, {6, 1, -.5}, {6, 3, -.5}, {7, 2, -.5}, {7, 6, -.5}, {8, 5, -.5}, {8, 7, -.5},
		{2, 12, .5}, {2, 10, -.5}, {1, 11, .5}, {1, 15, -.5}, {0, 16, .5}, {0, 14, -.5},
	}, []entry{{0, 0, .5}, {0, 4, .5}, {0, 8, .5}})
}

// BodyRows describes the rows of bodies, which IsBody [rows,1] marks. HangsOn holds the parent
// of each row: the parent body, or for rows of no body the body of the row, as in FitBodies.
type BodyRows struct {
	*Builder
	IsBody, HangsOn *Value
}

// Sum returns the sum of a value over the particles of each body, in the body's row, and 0 in
// other rows.
func (f BodyRows) Sum(x *Value) *Value { return f.Mul(f.IsBody, f.gathered(x)) }

// gathered returns that sum in the rows of bodies, and the value itself in other rows.
func (f BodyRows) gathered(x *Value) *Value {
	return f.Add(x, f.ScatterAdd(f.Mul(f.Sub(f.Scalar(1), f.IsBody), x), f.HangsOn))
}

// Spread copies a value of each body to all of its particles.
func (f BodyRows) Spread(x *Value) *Value { return f.Select(f.IsBody, x, f.Gather(x, f.HangsOn)) }

// rotations returns R of C = R A, given C and A in rows of 18. It marks bodies on a line, for
// which R is no rotation. The cofactors of a matrix rotate as it does, so that with t the trace
// of A
//
//	C / t + cof(C / t) = R (A / t + cof(A / t))
//
// which also has an inverse where a body is flat: its cofactors by its determinant.
func (f BodyRows) rotations(moments *Value) (rotation, isLine *Value) {
	trace := f.linear(moments, 1, []entry{{9, 0, 1}, {13, 0, 1}, {17, 0, 1}})
	bound := f.Mul(f.Scalar(1-2*articulated.Straight), f.Square(trace))
	squares := f.SumColumns(f.Square(f.Columns(moments, 9, 18)))
	known := f.Greater(bound, squares) // not in rows of no body, where both are 0
	isLine, unknown := f.Sub(f.IsBody, known), f.Sub(f.Scalar(1), known)
	moments = f.Div(moments, f.Add(trace, unknown))
	moments = f.Add(f.Add(moments, f.cofactors(moments, 0, 2)), f.Mul(unknown, f.Const(1, 18, append(make([]float64, 9), identity(3)...)...)))
	inverse := f.cofactors(moments, 1, 1) // times the determinant, of symmetric matrices
	both := f.RowMatMul(moments, inverse, 3, false, false)
	return f.Div(f.Columns(both, 0, 9), f.Columns(both, 9, 10)), isLine
}

// cofactors returns the cofactors of count 3 x 3 matrices in each row, after the first ones. Each is computed from
// the entries one and two rows and columns further, cyclically.
func (f BodyRows) cofactors(matrices *Value, first, count int) *Value {
	width := 9 * count
	at := func(i, row, column int) int { return (first+i/9)*9 + (i%9/3+row)%3*3 + (i+column)%3 }
	var left, right []int
	var difference []entry
	for i := range 2 * width {
		left, right = append(left, at(i%width, 1, 1+i/width)), append(right, at(i%width, 2, 2-i/width))
		difference = append(difference, entry{i, i % width, float64(1 - 2*(i/width))})
	}
	return f.linear(f.Mul(f.chosen(matrices, left...), f.chosen(matrices, right...)), width, difference)
}
