package ir

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	// widest keeps random graphs small: concat and inner widen their results.
	widest = 24
	// attempts to find arguments that an operator takes.
	attempts = 20
)

// generator writes random graphs over the operator table.
type generator struct {
	rng     *rand.Rand
	module  *Module
	builder *Builder
	values  []*Value
}

// randomModule is a verified module of random functions and a random main.
func randomModule(t testing.TB, seed uint64) *Module {
	m := SampleModule()
	rng := rand.New(rand.NewPCG(seed, 0))
	for k := range rng.IntN(3) {
		_, err := Define(m, fmt.Sprintf("f%d", k), func(b *Builder) {
			(&generator{rng: rng, module: m, builder: b}).write(6)
		})
		require.NoError(t, err)
	}
	require.NoError(t, Build(m, func(b *Builder) {
		(&generator{rng: rng, module: m, builder: b}).write(20)
	}))
	return m
}

func (g *generator) write(nodes int) {
	b := g.builder
	g.values = []*Value{
		b.Input("x", Floats(Rows("particles"), 3)),
		b.Input("far", Floats(Rows("edges"), 2)),
		b.Input("senders", Indices("particles", Rows("edges"))),
		b.Param("w", Floats(Fixed(3), 3)),
	}
	for range nodes {
		if g.rng.IntN(4) == 0 {
			b.Scope("part", g.step)
		} else {
			g.step()
		}
	}
	for k := range 1 + g.rng.IntN(4) {
		b.Output(fmt.Sprintf("out%d", k), pick(g, g.values))
	}
}

func pick[T any](g *generator, all []T) T { return all[g.rng.IntN(len(all))] }

// step adds a call or an operator, unless it mixes the rows of systems.
func (g *generator) step() {
	if len(g.module.Funcs) > 0 && g.rng.IntN(6) == 0 {
		g.call(pick(g, g.module.Funcs))
	} else {
		g.operator(pick(g, table))
	}
	b := g.builder
	if _, err := newVerifier(g.module).mixedOutputs(b.graph, make([]bool, len(b.graph.Inputs))); err != nil {
		last := len(b.graph.Nodes) - 1
		g.values = g.values[:len(g.values)-len(b.graph.Nodes[last].Results)]
		b.graph.Nodes = b.graph.Nodes[:last]
	}
}

func (g *generator) call(callee *Func) {
	var args []*Value
	for _, input := range callee.Inputs {
		args = append(args, g.valueOf(input.Type))
	}
	g.values = append(g.values, g.builder.Call("call", callee, args...)...)
}

// operator applies it to values at hand or, where none fit, to the values of a sample.
func (g *generator) operator(op *Op) {
	if op.Means != nil {
		return // others stand for it
	}
	sample := pick(g, op.Samples)
	attrs := g.attrs(op, sample)
	for range attempts {
		arity := op.Arity
		if arity == Variadic {
			arity = 1 + g.rng.IntN(3)
		}
		args := make([]*Value, arity)
		for k := range args {
			args[k] = pick(g, g.values)
		}
		if t, err := op.infer(g.module, typesOf(args), attrs); err == nil && (t.DType == Index || t.Columns() <= widest) {
			g.values = append(g.values, g.builder.Op(op.Name, attrs, args...))
			return
		}
	}
	var args []*Value
	for _, arg := range sample.Args {
		args = append(args, g.valueOf(arg))
	}
	g.values = append(g.values, g.builder.Op(op.Name, sample.Attrs, args...))
}

// valueOf picks a value of the type, or adds an input.
func (g *generator) valueOf(t Type) *Value {
	var fitting []*Value
	for _, value := range g.values {
		if value.Type.Equal(t) {
			fitting = append(fitting, value)
		}
	}
	if len(fitting) == 0 {
		fitting = append(fitting, g.builder.Input(fmt.Sprintf("in%d", len(g.builder.graph.Inputs)), t))
		g.values = append(g.values, fitting[0])
	}
	return pick(g, fitting)
}

// oddNumbers are hard for a text form.
var oddNumbers = []float64{0, math.Copysign(0, -1), 1, -3, 0.1, 1e21, 1e-7, math.Pi, math.MaxFloat64,
	math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1)}

// attrs are the sample's, with other numbers in place of its floats.
func (g *generator) attrs(op *Op, sample Sample) Attrs {
	attrs := sample.Attrs.clone()
	for _, spec := range op.Attrs {
		switch spec.Kind {
		case FloatAttr:
			attrs[spec.Name] = pick(g, oddNumbers)
		case FloatsAttr:
			for i := range attrs.floats(spec.Name) {
				attrs.floats(spec.Name)[i] = pick(g, oddNumbers)
			}
		case BoolAttr:
			attrs[spec.Name] = g.rng.IntN(2) == 0
		}
	}
	return attrs
}

// shuffle reorders the nodes of every graph at random, each still after
// those it needs.
func shuffle(m *Module, rng *rand.Rand) {
	for _, f := range append([]*Func{m.Main}, m.Funcs...) {
		f.Nodes = shuffled(f.Nodes, rng)
	}
}

func shuffled(nodes []*Node, rng *rand.Rand) []*Node {
	waiting := append([]*Node(nil), nodes...)
	done := map[*Node]bool{nil: true}
	var order []*Node
	for len(waiting) > 0 {
		k := rng.IntN(len(waiting))
		node := waiting[k]
		ready := true
		for _, arg := range node.Args {
			ready = ready && done[arg.Node]
		}
		if ready {
			order = append(order, node)
			done[node] = true
			waiting = append(waiting[:k], waiting[k+1:]...)
		}
	}
	return order
}

func TestRandomModulesUseTheWholeTable(t *testing.T) {
	used, calls := map[OpName]bool{}, 0
	for seed := range randomModules {
		m := randomModule(t, seed)
		for _, node := range m.Main.Nodes {
			if node.Callee != nil {
				calls++
			} else {
				used[node.Op.Name] = true
			}
		}
	}
	for _, op := range table {
		require.True(t, used[op.Name] || op.Means != nil, "no random module uses %s", op.Name)
	}
	require.NotZero(t, calls)
}
