package predict

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
	"gmnc/system"
)

// TestInputsOfSystems: the inputs of a system are the rows of its particles and edges. Neighbors are
// numbered within the system, and those that are masked are none.
func TestInputsOfSystems(t *testing.T) {
	numbers := func(values ...int64) runtime.Tensor { return runtime.Indices(values, len(values)) }
	column := func(values ...float32) runtime.Tensor { return runtime.Floats(values, len(values), 1) }
	all := map[string]runtime.Tensor{
		system.Charge.Name: column(1, 2, 3), system.SendersInput: numbers(0, 2, 1), system.EdgeMaskInput: column(1, 1, 0),
		system.EdgeFeatures.Name: runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 3, 2),
		"partner":                numbers(0, 5, 6), system.Tree.Mask(): column(0, 7, 8), system.Body.Mask(): column(0, 9, 10),
	}
	first, end := runtime.System{Particles: 1, Neighbors: 1}, runtime.System{Particles: 3, Neighbors: 3}
	in := inputsOf(all, first, end, system.Capacity{Joints: 4})
	require.Equal(t, 1, in.First)
	require.Equal(t, 4, in.Capacity.Joints)
	require.Equal(t, []float32{2, 3}, in.Of(system.Charge))
	require.Equal(t, []float32{3, 4, 5, 6}, in.Of(system.EdgeFeatures))
	require.Empty(t, in.Of(system.Mass), "the model does not take it")
	require.Equal(t, []int64{1, -1}, in.Neighbors())
	require.Equal(t, []float32{7, 8}, in.Tree)
	require.Equal(t, []float32{9, 10}, in.Body)
	require.Equal(t, []int64{5, 6}, in.HangsOn)
	delete(all, system.EdgeMaskInput)
	require.Equal(t, []int64{1, 0}, in.Neighbors())
	delete(all, system.Tree.Mask())
	require.Nil(t, inputsOf(all, first, end, system.Capacity{}).Tree)
	require.Equal(t, 1, columns(numbers(1, 2)))
	require.Equal(t, 2, columns(all[system.EdgeFeatures.Name]))
}

// TestRowsOfForests: a batch with trees has the masks of trees and bodies, and one without has none.
func TestRowsOfForests(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), Neighbors: []int64{1, 0}, EdgeFeatures: []float32{1, 2, 3, 4}}
	rows := func() map[string]runtime.Tensor {
		var batch system.Batch
		batch.Fill([]system.Sample{s})
		return Inputs(&batch).Inputs
	}
	require.NotContains(t, rows(), system.RootInput)
	require.Equal(t, runtime.Floats([]float32{1, 2, 3, 4}, 2, 2), rows()[system.EdgeFeatures.Name])
	require.Equal(t, runtime.Indices([]int64{1, 0}, 1, 2, 1), SystemInputs([]system.Sample{s})["neighbors"])
	s.EdgeFeatures, s.Neighbors = nil, nil
	require.NotContains(t, rows(), system.EdgeFeatures.Name)
	require.NotContains(t, SystemInputs([]system.Sample{s}), "neighbors")
	s.Objects = system.Objects{{Kind: system.Tree, Members: []int{0, 1}, Parents: []int{-1, 0}}}
	in := rows()
	require.Equal(t, runtime.Floats([]float32{1, 1}, 2, 1), in[system.Tree.Mask()])
	require.Equal(t, runtime.Floats([]float32{0, 0}, 2, 1), in[system.Body.Mask()])
	require.Contains(t, in, system.RootInput)
	require.Contains(t, SystemInputs([]system.Sample{s}), system.Tree.Array())
	require.NotContains(t, SystemInputs([]system.Sample{{Position: s.Position, Velocity: s.Velocity}}), system.Tree.Array())
}

// TestMaskedRows: the rows of faulty systems are NaN in outputs of particles, and no others.
func TestMaskedRows(t *testing.T) {
	systems := []runtime.System{{Particles: 1}, {Particles: 2}}
	output := runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 3, 2)
	maskRows(output, systems, []bool{false, true})
	require.Equal(t, []float32{1, 2}, output.Float[:2])
	for _, x := range output.Float[2:] {
		require.True(t, x != x)
	}
	for _, shape := range [][]int{{}, {2}} {
		other := runtime.Tensor{Shape: shape, Float: []float32{1, 2}}
		maskRows(other, systems, []bool{true, true})
		require.Equal(t, []float32{1, 2}, other.Float)
	}
}

// TestOutputsOfEdges: a file has a row for each pair, of which the edges from a particle to itself
// are left out. A closed session is named without samples.
func TestOutputsOfEdges(t *testing.T) {
	pairs := runtime.Floats([]float32{0, 1, 2, 0}, 1, 2, 2, 1)
	require.Equal(t, []float32{1, 2}, withoutItself(pairs))
	s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	file := NewSystemPredictor(ran{run: func(batch runtime.Batch) (map[string]runtime.Tensor, error) {
		require.Len(t, batch.Inputs, 1)
		return map[string]runtime.Tensor{"predicted_forces": pairs}, nil
	}}, "position")
	outputs, err := file.Outputs([]system.Sample{s})
	require.NoError(t, err)
	require.Equal(t, []float32{1, 2}, outputs["forces"])
	s.Neighbors = []int64{1, 0}
	outputs, err = file.Outputs([]system.Sample{s})
	require.NoError(t, err)
	require.Len(t, outputs["forces"], 4)
	closed := fmt.Errorf("%w: a", runtime.ErrClosed)
	_, err = NewSystemPredictor(ran{run: func(runtime.Batch) (map[string]runtime.Tensor, error) { return nil, closed }}).Outputs([]system.Sample{s})
	require.Equal(t, closed, err)
	broken := errors.New("b")
	_, err = NewSystemPredictor(ran{run: func(runtime.Batch) (map[string]runtime.Tensor, error) { return nil, broken }}).Outputs([]system.Sample{s})
	require.EqualError(t, err, "samples 0 to 0: b")
}

// TestForestInputs: each system has the numbers of its own trees and bodies, and -1 where there are none.
func TestForestInputs(t *testing.T) {
	of := func(objects ...system.Object) system.Sample {
		return system.Sample{Position: make([]float32, 9), Velocity: make([]float32, 9), Objects: objects}
	}
	inputs := ForestInputs([]system.Sample{of(system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})), of(system.Body.Of(1, 2)), of()})
	require.Equal(t, runtime.Indices([]int64{-1, 0, 1, -1, -1, -1, -1, -1, -1}, 3, 3), inputs["parents"])
	require.Equal(t, runtime.Indices([]int64{-1, -1, -1, -1, 0, 0, -1, -1, -1}, 3, 3), inputs["bodies"])
	require.Contains(t, SystemInputs([]system.Sample{of(), of(system.Body.Of(0, 1))}), "parents")
	require.NotContains(t, SystemInputs([]system.Sample{of(), of()}), "parents")
}

// TestShapesOfFields: features of edges have an axis of slots, those of particles have none, and a field of a system has one row.
func TestShapesOfFields(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), Neighbors: []int64{1, -1, -1, 0, 1, -1}, EdgeFeatures: make([]float32, 12), NodeFeatures: make([]float32, 6)}
	system.Gravity.Set(&s, []float32{0, 0, -9})
	inputs := SystemInputs([]system.Sample{s, s})
	require.Equal(t, []int{2, 2, 3, 2}, inputs["edge_features"].Shape)
	require.Equal(t, []int{2, 2, 3}, inputs["node_features"].Shape)
	require.Equal(t, []int{2, 3}, inputs["gravity"].Shape)
	require.Equal(t, []int{2, 2, 3}, inputs["position"].Shape)
}
