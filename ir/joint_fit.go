package ir

import "gmnc/internal/articulated"

// BodyFit is where bodies are found, in rows of the first particles of each and 0 in
// others. By matrices, [rows,9], the body before has turned, and each against it; centres
// [rows,3] are of its particles, now and at rest. The way is from where the body before
// would have the centre to it. IsLine [rows,1] is 1 of bodies on a line, whose turn is not
// known.
type BodyFit struct{ Before, Relative, Center, RestCenter, Way, IsLine *Value }

// FitBodies finds bodies of particles at positions [rows,3], which are at rest elsewhere.
// Rows of bodies, marked by isBody [rows,1], hang on the body before or, on the ground, on
// themselves; other rows hang on their body. Let C be the sum of
// (x - mean)(rest - mean)^T over a body and A the sum of (rest - mean)(rest - mean)^T. Then
// a body has turned by R = C A^-1, and against the body before by M = R_p^T R.
func (b *Builder) FitBodies(isBody, parents, position, rest *Value) (f BodyFit) {
	fit := bodyRows{b, isBody, parents}
	one := b.Add(b.Mul(b.Scalar(0), isBody), b.Scalar(1))
	share := b.Div(isBody, b.Maximum(fit.sum(one), one))
	f.Center, f.RestCenter = b.Mul(share, fit.sum(position)), b.Mul(share, fit.sum(rest))
	off := b.Sub(rest, fit.spread(f.RestCenter))
	outer := func(x *Value) *Value { return fit.sum(b.RowMatMul(x, off, 1, false, false)) }
	var turned *Value
	turned, f.IsLine = fit.turns(outer(b.Sub(position, fit.spread(f.Center))), outer(off))

	isRoot := b.Mul(isBody, b.Same(parents, b.RowNumbers(isBody.Type.Rows().Symbol)))
	f.Before = b.Select(isRoot, b.Mul(one, b.Const(1, 9, identity(3)...)), b.Gather(turned, parents))
	f.Relative = b.RowMatMul(f.Before, turned, 3, true, false)
	origin := b.Sub(f.Center, b.RowMatMul(turned, f.RestCenter, 3, false, false))
	parent := b.Select(isRoot, b.Mul(b.Scalar(0), origin), b.Gather(origin, parents))
	f.Way = b.Sub(f.Center, b.Add(parent, b.RowMatMul(f.Before, f.RestCenter, 3, false, false)))
	return f
}

// Angles are the cosines and sines of how far joints have turned about axes [rows,3], and
// how far others have slid along theirs: [rows,3]. A joint without an axis has not turned.
func (b *Builder) Angles(f BodyFit, turn, slide *Value) *Value {
	at := func(i, k int) *Value { return b.Columns(f.Relative, 3*i+k, 3*i+k+1) }
	half, isTurn := b.Scalar(0.5), b.Inner(turn, turn)
	across := b.Concat(b.Sub(at(2, 1), at(1, 2)), b.Sub(at(0, 2), at(2, 0)), b.Sub(at(1, 0), at(0, 1)))
	sine := b.Mul(half, b.Inner(turn, across))
	trace := b.Add(at(0, 0), b.Add(at(1, 1), at(2, 2)))
	along := b.Inner(b.RowMatMul(f.Relative, turn, 3, false, false), turn)
	cosine := b.Mul(half, b.Sub(trace, along))
	norm := b.Sqrt(b.Maximum(b.Add(b.Square(sine), b.Square(cosine)), b.Scalar(articulated.SmallSquare)))
	sine = b.Mul(isTurn, b.Div(sine, norm))
	cosine = b.Add(b.Sub(b.Scalar(1), isTurn), b.Mul(isTurn, b.Div(cosine, norm)))
	return b.Concat(cosine, sine, b.Inner(b.RowMatMul(f.Before, slide, 3, false, false), f.Way))
}

// bodyRows are the rows of bodies.
type bodyRows struct {
	*Builder
	isBody, parents *Value
}

// sum adds up a value over the particles of each body, in the body's row.
func (f bodyRows) sum(x *Value) *Value {
	others := f.ScatterAdd(f.Mul(f.Sub(f.Scalar(1), f.isBody), x), f.parents)
	return f.Mul(f.isBody, f.Add(x, others))
}

// spread gives a value of bodies to all of their particles.
func (f bodyRows) spread(x *Value) *Value { return f.Select(f.isBody, x, f.Gather(x, f.parents)) }

// turns are R of C = R A, given C and A in rows of nine, and marks bodies on a line, of
// which they are no turns. The cofactors of a matrix turn as it does, so that with t the
// trace of A
//
//	C + cof(C) / t = R (A + cof(A) / t)
//
// which also has an inverse where a body is flat.
func (f bodyRows) turns(c, a *Value) (turned, isLine *Value) {
	at := func(i int) *Value { return f.Columns(a, i, i+1) }
	one := f.Scalar(1)
	trace := f.Add(f.Add(at(0), at(4)), at(8))
	bound := f.Mul(f.Scalar(1-2*articulated.Straight), f.Square(trace))
	isLine = f.Mul(f.isBody, f.Sub(one, f.Greater(bound, f.SumColumns(f.Square(a)))))
	unknown := f.Add(f.Sub(one, f.isBody), isLine)
	trace = f.Add(trace, unknown)
	c, a = f.Add(c, f.Div(f.cofactors(c), trace)), f.Add(a, f.Div(f.cofactors(a), trace))
	solve := f.Solver(Symmetric{at(0), at(4), at(8), at(1), at(2), at(5)}, unknown)
	column := func(k int) *Value {
		return f.Concat(f.Columns(c, k, k+1), f.Columns(c, 3+k, 4+k), f.Columns(c, 6+k, 7+k))
	}
	var rows []*Value
	w := solve([3]*Value{column(0), column(1), column(2)})
	for i := range 3 {
		rows = append(rows, f.Columns(w[0], i, i+1), f.Columns(w[1], i, i+1), f.Columns(w[2], i, i+1))
	}
	return f.Concat(rows...), isLine
}

// cofactors returns the cofactors of matrices 3 x 3: the products of the other two rows.
func (f bodyRows) cofactors(a *Value) *Value {
	x, y, z := f.Columns(a, 0, 3), f.Columns(a, 3, 6), f.Columns(a, 6, 9)
	return f.Concat(f.Cross(y, z), f.Cross(z, x), f.Cross(x, y))
}
