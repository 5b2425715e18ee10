package systems_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/internal/test/fixtures"
	"gmnc/onnx/onnxpb"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
)

// openLoose opens the file without the sizes that its inputs share: many
// runtimes do not hold inputs to them, and the graph has to.
func openLoose(t *testing.T, model []byte) runtime.Session {
	return exported.Open(t, exported.Changed(t, model, func(g *onnxpb.GraphProto) {
		for _, input := range g.Input {
			for i, axis := range input.GetType().GetTensorType().Shape.Dim {
				if axis.GetDimParam() != "" {
					axis.Value = &onnxpb.TensorShapeProto_Dimension_DimParam{DimParam: fmt.Sprint(input.GetName(), i)}
				}
			}
		}
	}))
}

func resized(shape ...int) runtime.Tensor {
	count := 1
	for _, extent := range shape {
		count *= extent
	}
	return runtime.Tensor{Shape: shape, Float: make([]float32, count)}
}

// An input that does not fit the positions fails at a node named after it.
func TestInputsFitThePositions(t *testing.T) {
	model, err := export.Model(exported.Probe(t), exported.ProbeWeights, export.Info{})
	require.NoError(t, err)
	session := openLoose(t, model)
	for _, batch := range []int{1, 3} {
		for _, c := range []exported.Composition{{1, 0, 0}, {2, 0, 1}} {
			n := c.Particles()
			for input, columns := range map[string]int{"velocity": 3, "charge": 1} {
				for _, shape := range [][]int{{batch, n + 1, columns}, {batch + 1, n, columns}, {n, batch, columns}} {
					if slices.Equal(shape, []int{batch, n, columns}) || shape[0] == 1 && shape[1] == 1 {
						continue
					}
					s := exported.NewSystems(c, batch, rand.New(rand.NewPCG(1, 2)))
					s.File[input] = resized(shape...)
					_, err := session.Run(runtime.Batch{Inputs: s.File})
					require.ErrorContains(t, err, input, "%s %v of %d systems of %d", input, shape, batch, n)
				}
			}
		}
	}
}

// Fields that are given for one system hold for all, and for one particle for all of it.
func TestOneValueForAll(t *testing.T) {
	model, err := export.Model(exported.Probe(t), exported.ProbeWeights, export.Info{})
	require.NoError(t, err)
	session := openLoose(t, model)
	for name, columns := range map[string]int{"charge": 1, "velocity": 3} {
		s := exported.NewSystems(exported.Composition{2, 1, 1}, 3, rand.New(rand.NewPCG(1, 2)))
		n := s.File[name].Shape[1]
		one, own := s.File[name].Float[:n*columns], s.File[name].Float[:columns]
		same := func(all, given runtime.Tensor) {
			s.File[name] = all
			want, err := session.Run(runtime.Batch{Inputs: s.File})
			require.NoError(t, err)
			s.File[name] = given
			got, err := session.Run(runtime.Batch{Inputs: s.File})
			require.NoError(t, err)
			require.Equal(t, want, got, "%s %v", name, given.Shape)
		}
		same(runtime.Floats(slices.Repeat(one, 3), 3, n, columns), runtime.Floats(one, 1, n, columns))
		same(runtime.Floats(slices.Repeat(own, 3*n), 3, n, columns), runtime.Floats(own, 1, 1, columns))
	}
}

// A particle belongs to one object, and is one of its members once.
func TestParticleInTwoObjects(t *testing.T) {
	model, err := export.Model(exported.Probe(t), exported.ProbeWeights, export.Info{})
	require.NoError(t, err)
	session := exported.Open(t, model)
	c := exported.Composition{1, 2, 1}
	for name, wrong := range map[string]func(sticks, hinges []int64){
		"a stick of equal ends":          func(sticks, _ []int64) { sticks[1] = sticks[0] },
		"a hinge of equal ends":          func(_, hinges []int64) { hinges[2] = hinges[1] },
		"a hinge whose joint is an end":  func(_, hinges []int64) { hinges[2] = hinges[0] },
		"two sticks that share an end":   func(sticks, _ []int64) { sticks[2] = sticks[1] },
		"the same stick twice":           func(sticks, _ []int64) { sticks[2], sticks[3] = sticks[0], sticks[1] },
		"a stick and a hinge that share": func(sticks, hinges []int64) { sticks[0] = hinges[1] },
	} {
		s := exported.NewSystems(c, 2, rand.New(rand.NewPCG(3, 4)))
		_, err := session.Run(runtime.Batch{Inputs: s.File})
		require.NoError(t, err)
		wrong(s.File["sticks"].Index, s.File["hinges"].Index)
		_, err = session.Run(runtime.Batch{Inputs: s.File})
		require.ErrorContains(t, err, "objects/particle_in_two_objects", name)
	}
}

// Lists of neighbors, features and objects, too: the inputs of one system hold for all,
// and inputs of another number of systems fail under the input's name.
func TestOneTopologyForAllSystems(t *testing.T) {
	config := config.Config{Model: "gmn", Form: config.Published, Layers: 2, Hidden: 12, Sparse: true, NoCharge: true,
		NodeFeatures: []string{"z"}, EdgeFeatures: []string{"order", "hop"}}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{})
	require.NoError(t, err)
	session := openLoose(t, file)
	samples := fixtures.Sparse(config, fixtures.Samples(system.Composition{3, 2, 1}, 3, 1), 2)
	for i := range samples {
		s := samples[0]
		s.Position, s.Velocity = samples[i].Position, samples[i].Velocity
		samples[i] = s
	}
	inputs := predict.SystemInputs(samples)
	want, err := session.Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	for _, name := range []string{"neighbors", "node_features", "edge_features", "sticks", "hinges"} {
		all := inputs[name]
		for count := 1; count <= 2; count++ {
			some := runtime.Tensor{Shape: slices.Clone(all.Shape), Float: all.Float[:len(all.Float)/3*count], Index: all.Index[:len(all.Index)/3*count]}
			some.Shape[0] = count
			inputs[name] = some
			got, err := session.Run(runtime.Batch{Inputs: inputs})
			if count == 1 {
				require.NoError(t, err, name)
				require.Equal(t, want, got, name)
			} else {
				require.ErrorContains(t, err, "'"+name+"/for_each_", name)
			}
		}
		inputs[name] = all
	}
}
