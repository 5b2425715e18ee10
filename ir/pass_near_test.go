package ir

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/digests"
)

// nearInputs are inputs of three particles with two neighbors each.
func nearInputs() map[string]Tensor {
	return map[string]Tensor{
		"r":       {Shape: []int{3, 3}, Float: []float64{1, 2, 3, -1, 0.5, 0.25, 0.3, 0, 0.1}},
		"u":       {Shape: []int{3, 3}, Float: []float64{3, 1, -2, 0.5, -1, 1, 0.1, 0.2, 0.3}},
		"other":   {Shape: []int{3, 3}, Float: []float64{1, 1, 1, 0.2, 0.1, 0, 0, 1, 2}},
		"number":  {Shape: []int{3, 1}, Float: []float64{0.5, -2, 1.5}},
		"senders": {Shape: []int{6}, Index: []int64{1, 2, 0, 2, 0, 1}},
	}
}

// nearValues are what a test makes values of. turned is r rotated about w, which is across r.
type nearValues struct{ r, u, other, number, senders, w, turned *Value }

// requireKnown requires the number of nodes and the digest of what passes make of a test's module to be those in
// testdata/near_passes.txt, so that a pass that finds less to do is seen.
func requireKnown(t *testing.T, after *Module) {
	t.Helper()
	text := fmt.Sprintf("%d nodes %s", len(after.Main.Nodes), digests.Of([]byte(Print(after)), 12))
	digests.RequireOfTest(t, "../testdata/near_passes.txt", *update, text)
}

// rotated returns r rotated about w by the given angle.
func rotated(b *Builder, r, w, angle *Value) *Value {
	return b.Add(b.Mul(b.Cos(angle), r), b.Mul(b.Div(b.Sin(angle), angle), b.Cross(w, r)))
}

// lengthOf returns the length of a vector, above a floor.
func lengthOf(b *Builder, w *Value, floor float64) *Value {
	return b.Sqrt(b.Maximum(b.Inner(w, w), b.Scalar(floor)))
}

// TestNearlyOptimized: a value that differs in one part from what a pass is about has the numbers that it had.
func TestNearlyOptimized(t *testing.T) {
	layer := func(b *Builder, x *Value) *Value { return b.MatMul(x, b.Const(3, 1, 0.5, -1, 2), false, false) }
	bounded := func(b *Builder, f, square, one, s *Value) *Value {
		return b.Div(f, b.Sqrt(b.Maximum(b.Mul(b.Mul(square, s), b.Scalar(0.25)), one)))
	}
	for what, write := range map[string]func(b *Builder, of nearValues) []*Value{
		"squares of rotated vectors": func(b *Builder, of nearValues) []*Value {
			return []*Value{b.Inner(of.turned, of.turned), b.Inner(of.turned, of.r)}
		},
		"rotated about a vector that is not across": func(b *Builder, of nearValues) []*Value {
			turned := rotated(b, of.r, of.u, lengthOf(b, of.u, 1e-16))
			return []*Value{b.Inner(turned, turned)}
		},
		"rotated by another angle": func(b *Builder, of nearValues) []*Value {
			turned := rotated(b, of.r, of.w, lengthOf(b, of.u, 1e-16))
			return []*Value{b.Inner(turned, turned)}
		},
		"rotated by an angle with a large floor": func(b *Builder, of nearValues) []*Value {
			turned := rotated(b, of.r, of.w, lengthOf(b, of.w, 4))
			return []*Value{b.Inner(turned, turned)}
		},
		"rotated by two angles": func(b *Builder, of nearValues) []*Value {
			angle, half := lengthOf(b, of.w, 1e-16), b.Mul(b.Scalar(0.5), lengthOf(b, of.w, 1e-16))
			first := b.Add(b.Mul(b.Cos(half), of.r), b.Mul(b.Div(b.Sin(angle), angle), b.Cross(of.w, of.r)))
			second := b.Add(b.Mul(b.Cos(angle), of.r), b.Mul(b.Div(b.Sin(half), angle), b.Cross(of.w, of.r)))
			third := b.Add(b.Mul(b.Cos(angle), of.r), b.Mul(b.Div(b.Sin(angle), half), b.Cross(of.w, of.r)))
			return []*Value{b.Inner(first, first), b.Inner(second, second), b.Inner(third, third)}
		},
		"rotated part of another vector": func(b *Builder, of nearValues) []*Value {
			angle := lengthOf(b, of.w, 1e-16)
			turned := b.Add(b.Mul(b.Cos(angle), of.other), b.Mul(b.Div(b.Sin(angle), angle), b.Cross(of.w, of.r)))
			across := b.Add(b.Mul(b.Cos(angle), of.r), b.Mul(b.Div(b.Sin(angle), angle), b.Cross(of.w, of.other)))
			tangent := b.Add(b.Mul(b.Sin(angle), of.r), b.Mul(b.Div(b.Sin(angle), angle), b.Cross(of.w, of.r)))
			return []*Value{b.Inner(turned, turned), b.Inner(tangent, tangent), b.Inner(across, across)}
		},
		"a spin of another vector": func(b *Builder, of nearValues) []*Value {
			square := b.Maximum(b.Inner(of.turned, of.turned), b.Scalar(1e-10))
			return []*Value{
				b.Div(b.Cross(of.turned, b.Cross(of.w, of.turned)), square), b.Div(b.Cross(of.turned, b.Cross(of.w, of.r)), square),
				b.Div(b.Cross(of.turned, b.Cross(of.u, of.turned)), square), b.Div(b.Cross(of.turned, b.Cross(of.w, of.turned)), b.Inner(of.other, of.other)),
				b.Div(b.Cross(of.turned, of.w), square), b.Div(b.Cross(of.turned, b.Cross(of.w, of.turned)), b.Maximum(b.Inner(of.turned, of.turned), b.Square(of.number))),
			}
		},
		"twice across": func(b *Builder, of nearValues) []*Value {
			s := b.Mul(b.Cross(of.r, of.u), of.number)
			over := b.Div(b.Cross(of.r, of.u), b.Sqrt(b.Add(b.Scalar(1), b.Square(of.number))))
			times := b.Mul(b.Cross(of.r, of.u), b.Sqrt(b.Add(b.Scalar(1), b.Square(of.number))))
			by := b.Div(b.Cross(of.r, of.u), b.Add(b.Scalar(1), b.Square(of.number)))
			return []*Value{
				b.Sub(of.other, b.Cross(s, b.Cross(s, of.r))), b.Sub(of.other, b.Cross(over, b.Cross(over, of.r))), b.Sub(of.other, b.Cross(by, b.Cross(by, of.r))),
				b.Sub(of.other, b.Cross(s, b.Cross(s, of.other))), b.Sub(of.other, b.Cross(s, b.Cross(over, of.r))), b.Sub(of.other, b.Cross(of.u, b.Cross(of.u, of.r))),
				b.Add(of.other, b.Cross(s, b.Cross(s, of.u))), b.Sub(of.other, b.Cross(s, of.r)), b.Sub(b.Cross(s, b.Cross(s, of.r)), of.other),
				b.Sub(of.other, b.Cross(times, b.Cross(times, of.r))),
			}
		},
		"a vector of factors times a cross product": func(b *Builder, of nearValues) []*Value {
			s := b.Mul(b.Cross(of.r, of.u), of.other)
			sum := b.Add(b.Cross(of.r, of.u), of.other)
			return []*Value{b.Sub(of.u, b.Cross(s, b.Cross(s, of.r))), b.Sub(of.u, b.Cross(sum, b.Cross(sum, of.r)))}
		},
		"scaled layers": func(b *Builder, of nearValues) []*Value {
			f, g := layer(b, of.r), layer(b, of.u)
			edges := b.Mul(b.Gather(of.other, of.senders), layer(b, b.Gather(of.r, of.senders)))
			first := b.Mul(layer(b, b.Gather(of.u, of.senders)), b.Gather(of.r, of.senders))
			return []*Value{
				b.Mul(b.Scalar(3), f), b.Mul(b.Scalar(-3), g), b.Mul(b.Clamp(layer(b, of.other), -1, 2), b.Scalar(3)), b.Mul(b.Clamp(layer(b, b.Neg(of.u)), -1, 2), b.Scalar(-3)),
				b.Mul(b.Scalar(2), b.SumGroups(b.Clamp(edges, -0.5, 1), "neighbors")), b.Mul(b.Scalar(0.5), b.SumGroups(first, "neighbors")), b.Mul(b.Scalar(2), b.Tanh(layer(b, b.Neg(of.r)))), b.Mul(b.Scalar(0), layer(b, b.Neg(of.other))),
			}
		},
		"scaled layers that something else reads": func(b *Builder, of nearValues) []*Value {
			f := layer(b, of.r)
			clamped := b.Clamp(layer(b, of.u), -1, 2)
			return []*Value{b.Mul(b.Scalar(3), f), b.Neg(f), b.Mul(b.Scalar(2), clamped), b.Neg(clamped)}
		},
		"bounded layers": func(b *Builder, of nearValues) []*Value {
			s, one := b.Inner(of.other, of.other), b.Scalar(1)
			f, g, h, k, l := layer(b, of.r), layer(b, of.u), layer(b, b.Neg(of.r)), layer(b, b.Neg(of.u)), layer(b, of.other)
			return []*Value{
				b.Mul(b.Scalar(3), bounded(b, f, b.Square(f), one, s)), b.Mul(b.Scalar(3), bounded(b, g, b.Square(g), b.Scalar(2), s)),
				b.Mul(b.Scalar(3), bounded(b, h, b.Square(of.number), one, s)), b.Mul(b.Scalar(3), bounded(b, k, b.Abs(k), one, s)),
				b.Mul(b.Scalar(3), b.Div(layer(b, b.Neg(of.other)), b.Sqrt(b.Maximum(of.number, one)))),
				b.Mul(b.Scalar(3), b.Div(l, b.Sqrt(b.Maximum(b.Mul(b.Square(l), b.Scalar(0.25)), one)))),
			}
		},
		"bounded layers of other quotients": func(b *Builder, of nearValues) []*Value {
			s, one := b.Inner(of.other, of.other), b.Scalar(1)
			f, g, h, k := layer(b, of.r), layer(b, of.u), layer(b, b.Neg(of.r)), layer(b, b.Neg(of.u))
			length := b.Mul(b.Mul(b.Square(g), s), b.Scalar(0.25))
			root := b.Sqrt(b.Maximum(b.Mul(b.Mul(b.Square(k), s), b.Scalar(0.25)), one))
			return []*Value{
				b.Mul(b.Scalar(3), b.Div(f, b.Maximum(b.Mul(b.Mul(b.Square(f), s), b.Scalar(0.25)), one))), b.Mul(b.Scalar(3), b.Div(g, b.Sqrt(b.Maximum(length, one)))), length,
				b.Mul(b.Scalar(3), b.Div(h, b.Sqrt(b.Maximum(b.Mul(b.Mul(b.Square(h), s), of.number), one)))), b.Mul(b.Scalar(3), b.Div(k, root)), root,
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			m := SampleModule()
			require.NoError(t, Build(m, func(b *Builder) {
				rows := Rows("particles")
				of := nearValues{r: b.Input("r", Floats(rows, 3)), u: b.Input("u", Floats(rows, 3)), other: b.Input("other", Floats(rows, 3)),
					number: b.Input("number", Floats(rows, 1)), senders: b.Input("senders", Indices("particles", Rows("edges")))}
				of.w = b.Div(b.Cross(of.r, of.u), b.Maximum(b.Inner(of.r, of.r), b.Scalar(1e-10)))
				of.turned = rotated(b, of.r, of.w, lengthOf(b, of.w, 1e-16))
				for i, value := range write(b, of) {
					b.Output(string(rune('A'+i)), value)
				}
			}))
			for name, optimize := range map[string]func(*Module) (*Module, error){
				"rotations": OptimizeRotations, "kernels": OptimizeForKernels,
				"a file": func(m *Module) (*Module, error) { return OptimizeForFile(m, nil) },
			} {
				after, err := optimize(m)
				require.NoError(t, err)
				t.Run(name, func(t *testing.T) { requireKnown(t, after) })
				want, err := Eval(m, nearInputs(), Sizes{"neighbors": 2})
				require.NoError(t, err)
				got, err := Eval(after, nearInputs(), Sizes{"neighbors": 2})
				require.NoError(t, err)
				for output, x := range want {
					requireClose(t, x, got[output], 1e-9, name+" "+output)
				}
			}
		})
	}
}
