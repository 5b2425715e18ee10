package ir

import "slices"

// spreadFactors gives each component of a vector its own factor, if a linear layer of known
// weights computes one for the whole vector: the layer gets its columns of weights three
// times. Runtimes of files multiply columns with as many columns up to five times as fast as
// several with one.
//
//	x (y w + b)       = x * (y [w, w, w] + [b, b, b])
//	mix(y W + b, z)   = (z * (y [W1, W1, W1, W2, ...] + ...)) [I; I; ...]
func spreadFactors(weights map[string][]float32) func(m *Module) (int, error) {
	return func(m *Module) (int, error) {
		return rewrite(m, func(b *Builder, n *Node, readers map[*Value][]*Node) *Value {
			spread := func(factor, x *Value) *Value {
				if x.Type.Columns() != 3*factor.Type.Columns() || len(readers[factor]) != 1 {
					return nil
				}
				if factor = b.thrice(factor, weights, readers); factor == nil {
					return nil
				}
				return b.Mul(factor, x)
			}
			switch {
			case n.Is(Mul):
				if product := spread(n.Args[0], n.Args[1]); product != nil {
					return product
				}
				return spread(n.Args[1], n.Args[0])
			case n.Is(Mix) && !n.Bool("transpose") && n.Result().Type.Columns() == 3:
				product := spread(n.Args[0], n.Args[1])
				if vectors := n.Args[0].Type.Columns(); product != nil && vectors > 1 {
					identity := []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
					product = b.MatMul(product, b.Const(3*vectors, 3, slices.Repeat(identity, vectors)...), false, false)
				}
				return product
			}
			return nil
		})
	}
}

// thrice returns each column of v three times, if a linear layer of known weights computes v,
// or nil otherwise.
func (b *Builder) thrice(v *Value, weights map[string][]float32, readers map[*Value][]*Node) *Value {
	if v.Node == nil {
		return nil
	}
	product, bias := linear(v.Node, readers)
	if product == nil || product.Bool("transpose_x") || product.Bool("transpose_y") || weights[product.Args[1].Name] == nil {
		return nil
	}
	count := v.Type.Columns()
	times := make([]float64, 3*count*count)
	for column := range 3 * count {
		times[column/3*3*count+column] = 1
	}
	matrix := b.Const(count, 3*count, times...)
	wide := b.MatMul(product.Args[0], b.MatMul(product.Args[1], matrix, false, false), false, false)
	if bias != nil {
		wide = b.Add(wide, b.MatMul(bias, matrix, false, false))
	}
	return wide
}
