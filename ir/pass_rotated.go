package ir

import "slices"

// rotatedSquares takes the square of the length of a rotated vector from the original vector:
//
//	|r rotated about w|^2 = |r|^2
//
// A quotient of two squares keeps both, since it corrects the rounding of a length.
func rotatedSquares(m *Module) (int, error) {
	return rewrite(m, func(b *Builder, n *Node, readers map[*Value][]*Node) *Value {
		if !isSquare(n.Result()) || isCompared(n.Result(), readers) {
			return nil
		}
		first := firstOf(n.Args[0])
		if first == n.Args[0] {
			return nil
		}
		return b.Inner(first, first)
	})
}

// rotatedSpins writes the angular velocity of a vector that was rotated about w as w times a
// factor that all angular velocities of the vector share:
//
//	r x (w x r) / max(|r|^2, c) = w (|r|^2 / max(|r|^2, c))        as w is perpendicular to r
func rotatedSpins(m *Module) (int, error) {
	return rewrite(m, func(b *Builder, n *Node, _ map[*Value][]*Node) *Value {
		if !n.Is(Div) || !n.Args[0].Is(Cross) || !n.Args[0].Node.Args[1].Is(Cross) {
			return nil
		}
		r, velocity, square := n.Args[0].Node.Args[0], n.Args[0].Node.Args[1].Node.Args, unfloored(n.Args[1])
		_, w := rotatedFrom(r)
		if w == nil || velocity[0] != w || velocity[1] != r || !isSquare(square) || firstOf(square.Node.Args[0]) != firstOf(r) {
			return nil
		}
		var factor *Value
		b.Unscoped(func() {
			b.Scope(n.Args[1].Name, func() { factor = b.Div(square, n.Args[1]) })
			b.Scope(factor.Name, func() { factor = b.Concat(factor, factor, factor) }) // one for each column
		})
		return b.Mul(w, factor)
	})
}

// isSquare reports whether v is |x|^2 of one vector in each row.
func isSquare(v *Value) bool {
	return v.Is(Inner) && v.Node.Args[0] == v.Node.Args[1] && v.Type.Columns() == 1
}

// isCompared reports whether v is read by a quotient of two squares, with lower bounds or
// without.
func isCompared(v *Value, readers map[*Value][]*Node) bool {
	return slices.ContainsFunc(readers[v], func(n *Node) bool {
		switch {
		case n == nil:
			return false
		case n.Is(Maximum):
			return isCompared(n.Result(), readers)
		}
		return n.Is(Div) && isSquare(unfloored(n.Args[0])) && isSquare(unfloored(n.Args[1]))
	})
}

// unfloored returns x if v is max(x, a number), and v otherwise.
func unfloored(v *Value) *Value {
	if v.Is(Maximum) {
		if x, _, ok := WithScalar(v.Node.Args); ok {
			return x
		}
	}
	return v
}

// firstOf returns the vector that became v by any number of rotations, or v if it was not
// rotated.
func firstOf(v *Value) *Value {
	for {
		r, _ := rotatedFrom(v)
		if r == nil {
			return v
		}
		v = r
	}
}

// rotatedFrom returns r and w if v is r rotated about w, which is perpendicular to both, so
// that v is as long as r:
//
//	cos |w| r + sin |w| / |w| (w x r)        where w is along r x u
//
// It returns nil for any other value.
func rotatedFrom(v *Value) (r, w *Value) {
	if !v.Is(Add) || !v.Node.Args[0].Is(Mul) || !v.Node.Args[1].Is(Mul) {
		return nil, nil
	}
	along, across := v.Node.Args[0].Node.Args, v.Node.Args[1].Node.Args
	if !along[0].Is(Cos) || !across[0].Is(Div) || !across[1].Is(Cross) {
		return nil, nil
	}
	angle, sine := along[0].Node.Args[0], across[0].Node.Args[0]
	r, w = along[1], across[1].Node.Args[0]
	if across[0].Node.Args[1] != angle || !sine.Is(Sin) || sine.Node.Args[0] != angle || across[1].Node.Args[1] != r {
		return nil, nil
	}
	if !isAngle(angle, w) || !isAcross(w, r) {
		return nil, nil
	}
	return r, w
}

// isAngle reports whether v is |w|, or a small number if that is larger.
func isAngle(v, w *Value) bool {
	if !v.Is(Sqrt) || !v.Node.Args[0].Is(Maximum) {
		return false
	}
	square, floor, ok := WithScalar(v.Node.Args[0].Node.Args)
	return ok && floor < 1e-12 && square.Is(Inner) && square.Node.Args[0] == w && square.Node.Args[1] == w
}
