package ir

import "slices"

// perpendicular replaces double cross products of vectors with perpendicular angular
// velocities by squares:
//
//	a - s x (s x r) = a + |s|^2 r        where s is along r x u
//
// with |s|^2 = |x|^2 / y where s is x / sqrt(y).
func perpendicular(m *Module) (int, error) {
	return rewrite(m, func(b *Builder, n *Node, _ map[*Value][]*Node) *Value {
		if !n.Is(Sub) {
			return nil
		}
		s, r := twiceAcross(n.Args[1])
		if s == nil {
			return nil
		}
		square := b.Inner(s, s)
		if s.Is(Div) && s.Node.Args[1].Is(Sqrt) {
			x := s.Node.Args[0]
			square = b.Div(b.Inner(x, x), s.Node.Args[1].Node.Args[0])
		}
		return b.Add(n.Args[0], b.Mul(square, r))
	})
}

// twiceAcross returns s and r if v is s x (s x r) and s is perpendicular to r, or nil
// otherwise.
func twiceAcross(v *Value) (s, r *Value) {
	if !v.Is(Cross) || !v.Node.Args[1].Is(Cross) {
		return nil, nil
	}
	inner := v.Node.Args[1].Node.Args
	if v.Node.Args[0] != inner[0] || !isAcross(inner[0], inner[1]) {
		return nil, nil
	}
	return inner[0], inner[1]
}

// isAcross reports whether s is a number times a cross product with r.
func isAcross(s, r *Value) bool {
	for s.Node != nil {
		args := s.Node.Args
		switch {
		case s.Is(Cross):
			return slices.Contains(args, r)
		case (s.Is(Div) || s.Is(Mul)) && args[1].Type.Columns() == 1:
			s = args[0]
		default:
			return false
		}
	}
	return false
}
