package ir

// scaleWeights multiplies constant weights in place of what products, limits and sums
// over neighbours make of their linear layer:
//
//	c sum(clamp(x (y w), -l, l)) = sum(clamp(x (y (c w)), -c l, c l))        where c > 0
func scaleWeights(m *Module) (int, error) {
	return rewrite(m, func(b *Builder, n *Node, readers map[*Value][]*Node) *Value {
		if !n.Is(Mul) {
			return nil
		}
		x, c, ok := WithScalar(n.Args)
		if !ok || !(c > 0) {
			return nil
		}
		return b.scaled(x, c, readers)
	})
}

// scaled is c times v, by weights of the layer that v comes from; nil where something else
// reads what lies between, or no such layer makes v.
func (b *Builder) scaled(v *Value, c float64, readers map[*Value][]*Node) *Value {
	if v.Node == nil || len(readers[v]) != 1 {
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
