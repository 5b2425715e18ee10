package ir

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// bindModule has every kind of input: rows, edges, indices and a parameter.
func bindModule(t *testing.T) *Module {
	m, err := Parse(head + `main(%x: float[particles,3], %far: float[edges,2], %senders: index<particles>[edges], param %w: float[2,3]) {
  %sent = gather %x, %senders : float[edges,3]
  %m = matmul %far, %w {transpose_x=false, transpose_y=false} : float[edges,3]
  %sum = add %sent, %m : float[edges,3]
  %y = sum_groups %sum {count=neighbors} : float[particles,3]
  %back = scatter_add %m, %senders : float[particles,3]
  return y=%y, back=%back
}`)
	require.NoError(t, err)
	return m
}

func TestBind(t *testing.T) {
	shapes := func(particles, edges int) map[string][]int {
		return map[string][]int{"x": {particles, 3}, "far": {edges, 2}, "senders": {edges}, "w": {2, 3}}
	}
	for name, c := range map[string]struct {
		shapes map[string][]int
		given  Sizes
		want   Sizes
		err    string
	}{
		"neighbors follow":    {shapes(6, 12), nil, Sizes{"particles": 6, "neighbors": 2, "edges": 12}, ""},
		"no neighbors":        {shapes(1, 0), nil, Sizes{"particles": 1, "neighbors": 0, "edges": 0}, ""},
		"no particles":        {shapes(0, 0), nil, Sizes{"particles": 0, "neighbors": 0, "edges": 0}, ""},
		"no particles, given": {shapes(0, 0), Sizes{"neighbors": 4}, Sizes{"particles": 0, "neighbors": 4, "edges": 0}, ""},
		"given agrees":        {shapes(6, 12), Sizes{"neighbors": 2}, Sizes{"particles": 6, "neighbors": 2, "edges": 12}, ""},
		"given differs":       {shapes(6, 12), Sizes{"neighbors": 3}, nil, "12 edges are not a whole number of neighbors for each of 6 particles"},
		"not a whole number":  {shapes(6, 13), nil, nil, "13 edges are not a whole number of neighbors for each of 6 particles"},
		"edges of nobody":     {shapes(0, 3), nil, nil, "3 edges are not a whole number of neighbors for each of 0 particles"},
		"given rows differ":   {shapes(6, 12), Sizes{"particles": 5}, nil, "input x has the shape [6 3]; float[particles,3] needs particles = 5"},
		"rows of inputs":      {map[string][]int{"x": {6, 3}, "far": {12, 2}, "senders": {11}}, nil, nil, "input senders has the shape [11]; index<particles>[edges] needs edges = 12"},
		"width":               {map[string][]int{"x": {6, 4}}, nil, nil, "input x has the shape [6 4]; float[particles,3] needs 3 = 3"},
		"rank":                {map[string][]int{"x": {6}}, nil, nil, "input x has the shape [6]; it is float[particles,3]"},
		"missing input":       {map[string][]int{"x": {6, 3}}, nil, nil, "input far is missing; it is float[edges,2]"},
		"a negative size":     {shapes(6, 12), Sizes{"atoms": -1}, nil, "the size of atoms is -1; sizes are not negative"},
		"a negative extent":   {shapes(-2, -4), nil, nil, "the size of edges is -4; sizes are not negative"},
	} {
		t.Run(name, func(t *testing.T) {
			sizes, err := Bind(bindModule(t), c.shapes, c.given)
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, sizes)
		})
	}
}

// A product of which no input shows the rows follows from its factors; a
// symbol that nothing shows has to be given, where it is used.
func TestBindWithoutEdges(t *testing.T) {
	m, err := Parse(head + `main(%x: float[particles,3]) {
  %near = repeat %x {count=neighbors} : float[edges,3]
  return y=%near
}`)
	require.NoError(t, err)
	shapes := map[string][]int{"x": {6, 3}}
	_, err = Bind(m, shapes, nil)
	require.EqualError(t, err, "%near = repeat needs the size of neighbors, which follows from no input; give it")
	given := Sizes{"neighbors": 2}
	sizes, err := Bind(m, shapes, given)
	require.NoError(t, err)
	require.Equal(t, Sizes{"particles": 6, "neighbors": 2, "edges": 12}, sizes)
	require.Equal(t, Sizes{"neighbors": 2}, given, "what is given is not changed")

	unused, err := Parse(head + "main(%x: float[particles,3]) {\n  return y=%x\n}")
	require.NoError(t, err)
	_, err = Bind(unused, shapes, nil)
	require.NoError(t, err, "symbols that nothing uses need no size")
}

func TestEvalRefusesWrongInputs(t *testing.T) {
	m := bindModule(t)
	for name, c := range map[string]struct {
		spoil func(inputs map[string]Tensor)
		want  string
	}{
		"missing": {func(in map[string]Tensor) { delete(in, "w") }, "input w is missing; it is float[2,3]"},
		"too few elements": {func(in map[string]Tensor) { in["w"] = Tensor{Shape: []int{2, 3}, Float: make([]float64, 5)} },
			"input w is float[2,3] with the shape [2 3] and needs 6 elements, not 5 of its kind and 0 of another"},
		"floats for indices": {func(in map[string]Tensor) { in["senders"] = Tensor{Shape: []int{12}, Float: make([]float64, 12)} },
			"input senders is index<particles>[edges] with the shape [12] and needs 12 elements, not 0 of its kind and 12 of another"},
		"indices with floats": {func(in map[string]Tensor) {
			in["w"] = Tensor{Shape: []int{2, 3}, Float: make([]float64, 6), Index: make([]int64, 6)}
		}, "input w is float[2,3] with the shape [2 3] and needs 6 elements, not 6 of its kind and 6 of another"},
		"index too large": {func(in map[string]Tensor) { in["senders"].Index[7] = 6 },
			"gather (%sent): index 6 in row 7 is outside of 6 rows"},
		"negative index": {func(in map[string]Tensor) { in["senders"].Index[3] = -1 },
			"gather (%sent): index -1 in row 3 is outside of 6 rows"},
	} {
		t.Run(name, func(t *testing.T) {
			inputs := drawInputs(m, bindings[0], rand.New(rand.NewPCG(1, 0)))
			c.spoil(inputs)
			_, err := Eval(m, inputs, nil)
			require.EqualError(t, err, c.want)
		})
	}
	scatter := bindModule(t)
	scatter.Main.Nodes = scatter.Main.Nodes[1:]
	scatter.Main.Nodes[1].Args[0] = scatter.Main.Nodes[0].Result()
	inputs := drawInputs(scatter, bindings[0], rand.New(rand.NewPCG(1, 0)))
	inputs["senders"].Index[2] = 100
	_, err := Eval(scatter, inputs, nil)
	require.EqualError(t, err, "scatter_add (%back): index 100 in row 2 is outside of 6 rows")
}

func TestEvalWithoutRows(t *testing.T) {
	m := bindModule(t)
	for _, sizes := range []Sizes{{"particles": 1}, {"particles": 0}} {
		outputs, err := Eval(m, drawInputs(m, sizes, rand.New(rand.NewPCG(1, 0))), nil)
		require.NoError(t, err)
		require.Equal(t, []int{sizes["particles"], 3}, outputs["y"].Shape)
		require.Equal(t, make([]float64, 3*sizes["particles"]), outputs["y"].Float)
	}
}

func TestEvalKeepsItsInputs(t *testing.T) {
	for seed := range randomModules {
		m := randomModule(t, seed)
		draw := func() map[string]Tensor { return drawInputs(m, bindings[0], rand.New(rand.NewPCG(seed, 1))) }
		inputs, text := draw(), Print(m)
		_, err := Eval(m, inputs, bindings[0])
		require.NoError(t, err)
		require.Equal(t, draw(), inputs)
		require.Equal(t, text, Print(m))
	}
}
