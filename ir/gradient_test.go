package ir

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	// differenceStep balances the two errors of a central difference in
	// float64: truncation, step^2, and rounding, 1e-16 / step.
	differenceStep = 1e-5
	// differenceTolerance is what that leaves, times the third derivatives
	// of the samples (up to some hundreds, of 1/x near 0.5).
	differenceTolerance = 1e-7
)

// withoutGradient lists the operators that pass no gradient on.
var withoutGradient = map[OpName]string{
	"const":       "it has no arguments",
	"size":        "it has no arguments",
	"row_numbers": "it has no arguments",
	"same":        "it compares indices",
	"one_hot":     "it compares indices",
	"sign":        "it is piecewise constant",
	"inside":      "it is piecewise constant",
	"greater":     "it is piecewise constant",
}

// argumentWithoutGradient lists, for operators that do, the float arguments
// that receive none.
var argumentWithoutGradient = map[string]string{
	"select x0": "the condition only chooses",
}

// weigh adds the output loss = sum(weights * value), over the given outputs,
// with an input of weights for each.
func weigh(t *testing.T, m *Module, outputs ...string) {
	require.NoError(t, Extend(m, func(b *Builder) {
		var loss *Value
		for _, name := range outputs {
			value := m.Main.Output(name)
			weights := b.Input("weights/"+name, value.Type)
			term := b.SumRows(b.SumColumns(b.Mul(weights, value)))
			if loss != nil {
				term = b.Add(loss, term)
			}
			loss = term
		}
		m.Main.Outputs = nil
		b.Output("loss", loss)
	}))
}

// floatArgs are the sample's inputs that are made of floats.
func (c sampleCall) floatArgs() []string {
	var names []string
	for k, arg := range c.sample.Args {
		if arg.DType == Float {
			names = append(names, argName(k))
		}
	}
	return names
}

// reached splits the float arguments by the lists above.
func (c sampleCall) reached() (with, without []string) {
	for _, name := range c.floatArgs() {
		if withoutGradient[c.op.Name] != "" || argumentWithoutGradient[string(c.op.Name)+" "+name] != "" {
			without = append(without, name)
		} else {
			with = append(with, name)
		}
	}
	return with, without
}

// drawMissing draws the inputs that weigh has added.
func drawMissing(m *Module, inputs map[string]Tensor, sizes Sizes, rng *rand.Rand) {
	for _, input := range m.Main.Inputs {
		if _, ok := inputs[input.Name]; !ok {
			inputs[input.Name] = drawTensor(input.Type, sizes, -1, 1, rng)
		}
	}
}

// lossAt evaluates the output loss with inputs moved by step along direction.
func lossAt(t *testing.T, m *Module, inputs map[string]Tensor, sizes Sizes,
	direction map[string]Tensor, step float64) float64 {
	moved := map[string]Tensor{}
	for name, x := range inputs {
		moved[name] = x
		if u, ok := direction[name]; ok {
			floats := make([]float64, len(x.Float))
			for i := range floats {
				floats[i] = x.Float[i] + step*u.Float[i]
			}
			moved[name] = Tensor{Shape: x.Shape, Float: floats}
		}
	}
	outputs, err := Eval(m, moved, sizes)
	require.NoError(t, err)
	return outputs["loss"].Float[0]
}

// slope is the central difference of the loss along a direction.
func slope(t *testing.T, m *Module, inputs map[string]Tensor, sizes Sizes, direction map[string]Tensor) float64 {
	up := lossAt(t, m, inputs, sizes, direction, differenceStep)
	down := lossAt(t, m, inputs, sizes, direction, -differenceStep)
	return (up - down) / (2 * differenceStep)
}

// requireGradient compares the module's gradients, one element after the
// other and along a random direction: <J u, w> = <u, J^T w>.
func requireGradient(t *testing.T, m *Module, names []string, inputs map[string]Tensor, sizes Sizes, rng *rand.Rand) {
	withGradient, unreached, err := Gradient(m, "loss", names)
	require.NoError(t, err)
	require.Empty(t, unreached)
	optimized, err := Optimize(withGradient)
	require.NoError(t, err)
	have, err := Eval(withGradient, inputs, sizes)
	require.NoError(t, err)
	again, err := Eval(optimized, inputs, sizes)
	require.NoError(t, err)
	require.Equal(t, have, again, "optimizing changes no bit")

	direction, inner := map[string]Tensor{}, 0.0
	for _, name := range names {
		x, grad := inputs[name], have["grad/"+name]
		want := Tensor{Shape: x.Shape, Float: make([]float64, len(x.Float))}
		direction[name] = Tensor{Shape: x.Shape, Float: make([]float64, len(x.Float))}
		for i := range x.Float {
			unit := Tensor{Float: make([]float64, len(x.Float))}
			unit.Float[i] = 1
			want.Float[i] = slope(t, m, inputs, sizes, map[string]Tensor{name: unit})
			direction[name].Float[i] = 2*rng.Float64() - 1
		}
		requireClose(t, want, grad, differenceTolerance, name)
		for i, u := range direction[name].Float {
			inner += u * grad.Float[i]
		}
	}
	along := slope(t, m, inputs, sizes, direction)
	require.InDelta(t, along, inner, differenceTolerance*max(1, along, -along), "along a random direction")
}

func TestGradients(t *testing.T) {
	forEachSample(t, func(t *testing.T, c sampleCall) {
		if c.module.Main.Output("y").Type.DType != Float {
			t.Skip("the result is an index")
		}
		rng := rand.New(rand.NewPCG(2, 0))
		weigh(t, c.module, "y")
		drawMissing(c.module, c.inputs, c.sizes, rng)
		with, without := c.reached()
		requireGradient(t, c.module, with, c.inputs, c.sizes, rng)
		_, unreached, err := Gradient(c.module, "loss", without)
		require.NoError(t, err)
		require.Equal(t, without, unreached)
	})
}

// TestPiecewiseConstant holds the reasons of withoutGradient to the numbers.
func TestPiecewiseConstant(t *testing.T) {
	forEachSample(t, func(t *testing.T, c sampleCall) {
		if withoutGradient[c.op.Name] == "" || len(c.floatArgs()) == 0 {
			t.Skip("it has a gradient or nothing to derive by")
		}
		rng := rand.New(rand.NewPCG(3, 0))
		weigh(t, c.module, "y")
		drawMissing(c.module, c.inputs, c.sizes, rng)
		direction := map[string]Tensor{}
		for k, name := range c.floatArgs() {
			direction[name] = drawTensor(c.sample.Args[k], c.sizes, -1, 1, rng)
		}
		require.Zero(t, slope(t, c.module, c.inputs, c.sizes, direction))
	})
}

func TestListsOfMissingGradientsAreExact(t *testing.T) {
	for name := range withoutGradient {
		require.Contains(t, byName, name)
	}
	for _, op := range Ops() {
		if withoutGradient[op.Name] == "" && op.Means == nil {
			require.NotNil(t, op.Grad, "%s has no gradient and no reason listed", op.Name)
		}
	}
}

// TestSecondDerivatives differentiates gradients once more, for every
// operator whose gradient depends on an argument at all.
func TestSecondDerivatives(t *testing.T) {
	tested := map[OpName]bool{}
	forEachSample(t, func(t *testing.T, c sampleCall) {
		if c.op.Means != nil {
			t.Skip("others stand for it, which have theirs")
		}
		names, _ := c.reached()
		if c.module.Main.Output("y").Type.DType != Float || len(names) == 0 {
			t.Skip("there is no first derivative")
		}
		rng := rand.New(rand.NewPCG(4, 0))
		weigh(t, c.module, "y")
		first, _, err := Gradient(c.module, "loss", names)
		require.NoError(t, err)
		var grads []string
		for _, name := range names {
			grads = append(grads, "grad/"+name)
		}
		weigh(t, first, grads...)
		drawMissing(first, c.inputs, c.sizes, rng)
		_, unreached, err := Gradient(first, "loss", names)
		require.NoError(t, err)
		var reached []string
		for _, name := range names {
			if !slices.Contains(unreached, name) {
				reached = append(reached, name)
			}
		}
		requireGradient(t, first, reached, c.inputs, c.sizes, rng)
		tested[c.op.Name] = tested[c.op.Name] || len(reached) > 0
	})
	for _, name := range []OpName{"exp", "log", "sqrt", "square", "sin", "cos", "tanh", "sigmoid", "silu",
		"mul", "div", "matmul", "cross", "inner", "mix"} {
		require.True(t, tested[name], "%s has a second derivative", name)
	}
}

func TestGradientThroughCalls(t *testing.T) {
	m, err := Parse(`module calls
rows particles
count neighbors
rows edges = particles * neighbors

func @pull(%x: float[particles,3], %senders: index<particles>[edges], %w: float[3,3]) {
  %far = gather %x, %senders : float[edges,3]
  %near = repeat %x {count=neighbors} : float[edges,3]
  %difference = sub %far, %near : float[edges,3]
  %bent = tanh %difference : float[edges,3]
  %sum = sum_groups %bent {count=neighbors} : float[particles,3]
  %y = matmul %sum, %w {transpose_x=false, transpose_y=false} : float[particles,3]
  return y=%y, unused=%difference
}

main(%x: float[particles,3], %senders: index<particles>[edges], param %w: float[3,3], param %idle: float[1,1]) {
  %one/y, %one/unused = call @pull %x, %senders, %w {scope=one} : float[particles,3], float[edges,3]
  %two/y, %two/unused = call @pull %one/y, %senders, %w {scope=two} : float[particles,3], float[edges,3]
  return y=%two/y
}
`)
	require.NoError(t, err)
	weigh(t, m, "y")
	rng := rand.New(rand.NewPCG(5, 0))
	inputs := drawInputs(m, bindings[0], rng)
	before := Print(m)
	requireGradient(t, m, []string{"x", "w"}, inputs, nil, rng)
	_, unreached, err := Gradient(m, "loss", []string{"idle", "x"})
	require.NoError(t, err)
	require.Equal(t, []string{"idle"}, unreached)
	require.Equal(t, before, Print(m), "the module is not changed")
}

func TestGradientRefusesWhatHasNone(t *testing.T) {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		x := b.Input("x", Floats(Rows("particles"), 3))
		senders := b.Input("senders", Indices("particles", Rows("edges")))
		b.Output("y", b.Gather(x, senders))
		b.Output("loss", b.SumRows(b.SumColumns(x)))
	}))
	for _, c := range []struct{ loss, input, want string }{
		{"y", "x", `the loss "y" is not an output of type float[1,1]`},
		{"cost", "x", `the loss "cost" is not an output of type float[1,1]`},
		{"loss", "z", `"z" is not a float input`},
		{"loss", "senders", `"senders" is not a float input`},
	} {
		_, _, err := Gradient(m, c.loss, []string{c.input})
		require.EqualError(t, err, c.want, fmt.Sprint(c))
	}
}
