package runtime_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/internal/test/fixtures"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestForestFiles: one file serves every forest, bars and bodies keep their
// lengths, and predictions follow motions and do not depend on the root.
func TestForestFiles(t *testing.T) {
	configs := forestConfigs(2, 16)
	configs["gmn-ode/verlet"] = fixtures.WithForests(config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Integrator: config.Verlet,
	})
	configs["gmn-ode/rk4"] = fixtures.WithForests(config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Integrator: config.RungeKutta4, Bodies: true,
	})
	configs["gmn-ode/midpoint"] = fixtures.WithForests(config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Integrator: config.Midpoint, Bodies: true, OnTrees: true,
	})
	for name, c := range configs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model, values := newModel(t, c, false, 6)
			session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			reference := predict.NewRowPredictor(predict.ForModule(session, model.Module), false)
			systems := slices.DeleteFunc(forestSystems(), func(s system.Sample) bool {
				return config.Cartesian(c.Integrator) && s.Objects.Joined() && !c.OnTrees
			})
			var want []prediction
			for _, sample := range systems {
				want = append(want, predictions(t, reference, []system.Sample{sample}))
			}
			hold := func(t *testing.T, predictor predict.Predictor) {
				random, largest := rand.New(rand.NewPCG(7, 8)), map[string]float64{}
				for i, sample := range systems {
					got := predictions(t, predictor, []system.Sample{sample})
					largest["interpreter"] = max(largest["interpreter"], requireClose(t, want[i], got, fileTolerance))
					if c.Describe().Rigid {
						requireLengths(t, sample, got.position)
					}
					for _, m := range verify.Motions(sample.Particles(), random) {
						if m.Among(c.Describe().Symmetry) {
							moved := predictions(t, predictor, []system.Sample{m.Sample(sample)})
							largest[m.Name] = max(largest[m.Name], requireClose(t, movedBy(m, got), moved, rootTolerance))
						}
					}
				}
				t.Logf("largest differences: %v", largest)
			}
			native, err := engines.ForModules().Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			hold(t, predict.NewRowPredictor(predict.ForModule(native, model.Module), true))
			file := forestFile(t, model, values, 32)
			eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
				hold(t, predict.NewSystemPredictor(session, fileInputs(t, file)...))
			})
		})
	}
}

func forestFile(t *testing.T, model *graph.Model, values weights, depth int) []byte {
	t.Helper()
	file, err := export.Model(model.Module, values, export.Info{Config: "{}", Depth: depth})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(file))
	return file
}

// fileInputs are the names of a file's inputs.
func fileInputs(t *testing.T, file []byte) (names []string) {
	t.Helper()
	model, err := onnx.Read(file)
	require.NoError(t, err)
	inputs, err := onnx.ReadDeclarations(model.Graph, onnx.GraphInput)
	require.NoError(t, err)
	for _, input := range inputs {
		names = append(names, input.Name)
	}
	return names
}

// TestWrongForests: a file fails where parents or bodies are wrong, at an
// operator whose name says how.
func TestWrongForests(t *testing.T) {
	config := fixtures.WithForests(smallConfig(config.Published, 1, 4))
	config.Depth = 4
	model, values := newModel(t, config, false, 1)
	const n = 8
	none := []int64{-1, -1, -1, -1, -1, -1, -1, -1}
	one := fixtures.Samples(system.Composition{n - 2, 1}, 1, 3)
	stick := one[0].Objects[0].Members
	var free []int64
	for i := range int64(n) {
		if !slices.Contains(stick, int(i)) {
			free = append(free, i)
		}
	}
	with := func(pairs ...int64) []int64 {
		numbers := slices.Clone(none)
		for i := 0; i < len(pairs); i += 2 {
			numbers[pairs[i]] = pairs[i+1]
		}
		return numbers
	}
	coincident := slices.Clone(one[0].Position)
	copy(coincident[3*free[1]:3*free[1]+3], coincident[3*free[0]:])
	cases := map[string]struct {
		parents, bodies []int64
		position        []float32
		want            string
	}{
		"right":          {with(free[0], free[1], free[2], free[0], free[3], free[2], free[4], free[3]), none, nil, ""},
		"body":           {none, with(free[0], 5, free[1], 5), nil, ""},
		"circle":         {with(free[0], free[1], free[1], free[0]), none, nil, "forest/too_deep_or_in_a_circle"},
		"too deep":       {with(free[0], free[1], free[2], free[0], free[3], free[2], free[4], free[3], free[5], free[4]), none, nil, "forest/too_deep_or_in_a_circle"},
		"itself":         {with(free[0], free[0]), none, nil, "parents/index_within_system"},
		"minus two":      {with(free[0], -2), none, nil, "parents/index_within_system"},
		"another system": {with(free[0], n), none, nil, "parents/index_within_system"},
		"no body":        {none, with(free[0], -2), nil, "forest/no_such_body"},
		"body of one":    {none, with(free[0], 3), nil, "forest/body_at_one_place"},
		"at one place":   {none, with(free[0], 3, free[1], 3), coincident, "forest/body_at_one_place"},
		"joined body":    {with(free[0], free[1]), with(free[1], 0, free[2], 0), nil, ""},
		"joined twice":   {with(free[0], free[1]), with(free[1], 0, free[2], 0, free[0], 0), nil, "forest/body_joined_at_two_particles"},
		"body too deep":  {with(free[1], free[0], free[2], free[1], free[3], free[2], free[4], free[3]), with(free[4], 0, free[5], 0), nil, "forest/too_deep_or_in_a_circle"},
		"stick and body": {none, with(free[0], 1, int64(stick[1]), 1), nil, "forest/two_objects"},
		"tree and stick": {with(free[0], int64(stick[0])), none, nil, "forest/two_objects"},
	}
	eachFileEngine(t, forestFile(t, model, values, config.Depth), func(t *testing.T, session runtime.Session) {
		for name, c := range cases {
			samples := []system.Sample{one[0], one[0], one[0]}
			inputs := predict.SystemInputs(samples)
			position := inputs["position"].Clone()
			if c.position != nil {
				copy(position.Float[3*n:], c.position)
			}
			inputs["position"] = position
			inputs["parents"] = runtime.Indices(slices.Concat(none, c.parents, none), 3, n)
			inputs["bodies"] = runtime.Indices(slices.Concat(none, c.bodies, none), 3, n)
			_, err := session.Run(runtime.Batch{Inputs: inputs})
			if c.want == "" {
				require.NoError(t, err, name)
				continue
			}
			require.ErrorContains(t, err, c.want, name)
		}
	})
}
