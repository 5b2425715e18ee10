package forms_test

import (
	"testing"

	"gmnc/ir"
)

// factorParts are vectors side by side, their normalized inner products, and a layer of these whose results are
// factors of the vectors.
type factorParts struct{ z, normalized, factors, mixed *ir.Value }

// TestNearlyFactors: factors of the columns of vectors have their numbers whatever else reads them, and however
// they are made.
func TestNearlyFactors(t *testing.T) {
	matrix := func(b *ir.Builder, rows, columns int) *ir.Value {
		values := make([]float64, rows*columns)
		for i := range values {
			values[i] = float64(i%7)/4 - 0.5
		}
		return b.Const(rows, columns, values...)
	}
	bias := func(b *ir.Builder) *ir.Value { return matrix(b, 1, 6) }
	for what, change := range map[string]func(b *ir.Builder, in map[string]*ir.Value, f *factorParts) []*ir.Value{
		"as they are": func(*ir.Builder, map[string]*ir.Value, *factorParts) []*ir.Value { return nil },
		"without a bias": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			f.factors = b.MatMul(f.normalized, matrix(b, 4, 6), false, false)
			return nil
		},
		"after a bias": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			f.factors = b.Add(bias(b), b.MatMul(f.normalized, matrix(b, 4, 6), false, false))
			return nil
		},
		"with one bias": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			f.factors = b.Add(b.MatMul(f.normalized, matrix(b, 4, 6), false, false), b.Scalar(0.5))
			return nil
		},
		"of a transposed weight": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			f.factors = b.MatMul(f.normalized, matrix(b, 6, 4), false, true)
			return nil
		},
		"of no layer": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			f.factors = b.Tanh(f.factors)
			return nil
		},
		"that are read": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			return []*ir.Value{b.Neg(f.factors)}
		},
		"on the left": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			f.mixed = b.Mul(f.factors, f.z)
			return nil
		},
		"whose product is read": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			f.mixed = b.Mul(f.z, f.factors)
			return []*ir.Value{b.Neg(f.mixed)}
		},
		"whose product is added up": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			f.mixed = b.Mul(f.z, f.factors)
			return []*ir.Value{b.Add(f.mixed, bias(b)), b.Sub(bias(b), f.mixed), b.MatMul(f.mixed, matrix(b, 3, 6), false, true)}
		},
		"of vectors that are read": func(b *ir.Builder, _ map[string]*ir.Value, f *factorParts) []*ir.Value {
			return []*ir.Value{b.Neg(f.z)}
		},
		"of vectors at members": func(b *ir.Builder, in map[string]*ir.Value, _ *factorParts) []*ir.Value {
			return []*ir.Value{b.Add(in["position"], sumOfThree(b, in, in["position"])), b.Sub(in["velocity"], sumOfThree(b, in, in["velocity"]))}
		},
		"of one vector at members": func(b *ir.Builder, in map[string]*ir.Value, _ *factorParts) []*ir.Value {
			pair := b.Mul(b.Scalar(0.5), b.Add(in["velocity"], b.Gather(in["velocity"], in["partner"])))
			three := b.Mul(b.Scalar(1./3), sumOfThree(b, in, in["velocity"]))
			return []*ir.Value{b.Select(in["is_hinge"], three, pair), b.Add(in["velocity"], b.Select(in["is_hinge"], three, in["velocity"]))}
		},
	} {
		for _, crossed := range []bool{false, true} {
			t.Run(what, func(t *testing.T) {
				compare(t, func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
					var f factorParts
					second := in["velocity"]
					if crossed {
						second = b.Cross(in["position"], in["velocity"])
					}
					f.z = b.Concat(in["position"], second)
					gram := b.Inner(f.z, f.z)
					f.normalized = b.Div(gram, b.Sqrt(b.Maximum(b.SumColumns(b.Square(gram)), b.Scalar(1e-12))))
					f.factors = b.Add(b.MatMul(f.normalized, matrix(b, 4, 6), false, false), bias(b))
					more := change(b, in, &f)
					if f.mixed == nil {
						f.mixed = b.Mul(f.z, f.factors)
					}
					return append(more, b.MatMul(f.mixed, matrix(b, 6, 3), false, false))
				})
			})
		}
	}
}
