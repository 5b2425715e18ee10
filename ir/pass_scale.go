package ir

// scaleWeights multiplies constant weights by factors that follow products, limits and sums
// over neighbors of their linear layer:
//
//	c sum(clamp(x (y w), -l, l)) = sum(clamp(x (y (c w)), -c l, c l))        where c > 0
//	c f / sqrt(max(k f^2 s, 1)) = (c f) / sqrt(max(k / c^2 (c f)^2 s, 1))    of f = y w, which is bounded
func scaleWeights(m *Module) (int, error) {
	return rewrite(m, func(b *Builder, n *Node, readers map[*Value][]*Node) *Value {
		if !n.Is(Mul) {
			return nil
		}
		x, c, _ := WithScalar(n.Args)
		if !(c > 0) {
			return nil
		}
		return b.scaled(x, c, readers)
	})
}

// scaled returns c times v, computed with scaled weights of the layer from which v comes. It
// returns nil if something else reads a value in between, or if v comes from no such layer.
func (b *Builder) scaled(v *Value, c float64, readers map[*Value][]*Node) *Value {
	if v.Node == nil || len(readers[v]) != 1 {
		return nil
	}
	return b.scaledFor(v, c, readers)
}

// scaledFor returns c times a value whose readers all take the scaled value.
func (b *Builder) scaledFor(v *Value, c float64, readers map[*Value][]*Node) *Value {
	if v.Node == nil {
		return nil
	}
	args := v.Node.Args
	switch {
	case v.Is(SumGroups):
		if x := b.scaled(args[0], c, readers); x != nil {
			return b.SumGroups(x, v.Node.Text("count"))
		}
	case v.Is(Clamp):
		if x := b.scaled(args[0], c, readers); x != nil {
			return b.Clamp(x, c*v.Node.Float("low"), c*v.Node.Float("high"))
		}
	case v.Is(Div):
		return b.scaledBounded(v, c, readers)
	case v.Is(Mul):
		if x := b.scaled(args[0], c, readers); x != nil {
			return b.Mul(x, args[1])
		}
		if y := b.scaled(args[1], c, readers); y != nil {
			return b.Mul(args[0], y)
		}
	case v.Is(MatMul) && args[1].Is(Const):
		return b.MatMul(args[0], b.Mul(args[1], b.Scalar(c)), v.Node.Bool("transpose_x"), v.Node.Bool("transpose_y"))
	}
	return nil
}

// scaledBounded returns c times f / sqrt(max(k f^2 s, 1)) with any s, or nil for other
// quotients.
func (b *Builder) scaledBounded(v *Value, c float64, readers map[*Value][]*Node) *Value {
	f, root := v.Node.Args[0], v.Node.Args[1]
	if !root.Is(Sqrt) || !root.Node.Args[0].Is(Maximum) {
		return nil
	}
	long, one, _ := WithScalar(root.Node.Args[0].Node.Args)
	if one != 1 || !long.Is(Mul) {
		return nil
	}
	product, k, ok := WithScalar(long.Node.Args)
	if !ok || !product.Is(Mul) {
		return nil
	}
	square, s := product.Node.Args[0], product.Node.Args[1]
	for _, inner := range []*Value{root, root.Node.Args[0], long, product, square} {
		if len(readers[inner]) != 1 {
			return nil
		}
	}
	if !square.Is(Square) || square.Node.Args[0] != f || len(readers[f]) != 2 {
		return nil
	}
	x := b.scaledFor(f, c, readers)
	if x == nil {
		return nil
	}
	return b.Div(x, b.Sqrt(b.Maximum(b.Mul(b.Mul(b.Square(x), s), b.Scalar(k/(c*c))), b.Scalar(1))))
}
