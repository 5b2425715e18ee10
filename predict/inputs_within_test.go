package predict

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// takingThese is a module with these inputs.
func takingThese(names ...string) *ir.Module {
	f := &ir.Func{}
	for _, name := range names {
		f.Inputs = append(f.Inputs, &ir.Value{Name: name})
	}
	return &ir.Module{Main: f}
}

// TestMatch: a module gets its own inputs alone, defaults of fields that the batch lacks, no trees, and the
// first row of each system.
func TestMatch(t *testing.T) {
	batch := func() runtime.Batch {
		return runtime.Batch{
			Inputs: map[string]runtime.Tensor{
				"position": runtime.Floats(make([]float32, 9), 3, 3), "velocity": runtime.Floats(make([]float32, 9), 3, 3), "gravity": runtime.Floats(make([]float32, 9), 3, 3),
			},
			Systems: []runtime.System{{Particles: 2}, {Particles: 1}},
		}
	}
	plain := batch()
	Match(plain, takingThese("position"))
	require.Len(t, plain.Inputs, 1)
	all := batch()
	Match(all, takingThese("position", "mass", "gravity", "force", ir.SystemInput, system.RootInput, system.Tree.Mask(), system.Body.Mask()))
	require.Len(t, all.Inputs, 8)
	require.Equal(t, runtime.Floats([]float32{1, 1, 1}, 3, 1), all.Inputs["mass"])
	require.Equal(t, runtime.Floats(make([]float32, 9), 3, 3), all.Inputs["force"])
	require.Equal(t, runtime.Indices([]int64{0, 0, 2}, 3), all.Inputs[ir.SystemInput])
	require.Equal(t, runtime.Indices([]int64{0, 1, 2}, 3), all.Inputs[system.RootInput])
	for _, kind := range system.ForestKinds() {
		require.Equal(t, runtime.Floats([]float32{0, 0, 0}, 3, 1), all.Inputs[kind.Mask()])
	}
	given := batch()
	given.Inputs["mass"] = runtime.Floats([]float32{2, 3, 4}, 3, 1)
	given.Inputs[system.RootInput] = runtime.Indices([]int64{1, 1, 2}, 3)
	given.Inputs[system.Tree.Mask()] = runtime.Floats([]float32{1, 1, 0}, 3, 1)
	Match(given, takingThese("position", "mass", system.RootInput, system.Tree.Mask()))
	require.Equal(t, []float32{2, 3, 4}, given.Inputs["mass"].Float)
	require.Equal(t, []int64{1, 1, 2}, given.Inputs[system.RootInput].Index)
	require.Equal(t, []float32{1, 1, 0}, given.Inputs[system.Tree.Mask()].Float)
}

// TestBoxSenders: each particle has edges from the boxes that it is not of; a system with fewer has the
// particle itself in empty slots.
func TestBoxSenders(t *testing.T) {
	weights := make([]float32, 6*system.Box.Columns)
	for _, row := range []int{0, 1, 2} { // of the bodies that begin at 0 and 2
		weights[row*system.Box.Columns+row] = 0.5
	}
	batch := runtime.Batch{
		Inputs: map[string]runtime.Tensor{
			"first": runtime.Indices([]int64{0, 0, 2, 3, 4, 5}, 6), system.Box.Name: runtime.Floats(weights, 6, system.Box.Columns),
			"position": runtime.Floats(make([]float32, 18), 6, 3),
		},
		Systems: []runtime.System{{Particles: 4, Neighbors: 3}, {Particles: 2, Neighbors: 1}},
	}
	require.Equal(t, []int64{0, 2}, firstsOfBoxes(batch.Inputs["first"].Index, weights, 0, 4))
	require.Empty(t, firstsOfBoxes(batch.Inputs["first"].Index, weights, 4, 6))
	Match(batch, takingThese("first", "position", system.Box.Name, system.BoxSendersInput))
	require.Equal(t, []int64{2, 0, 2, 1, 0, 2, 0, 2, 4, 4, 5, 5}, batch.Inputs[system.BoxSendersInput].Index)
	require.Equal(t, []runtime.System{{Particles: 4, Neighbors: 2}, {Particles: 2, Neighbors: 2}}, batch.Systems)
}

// TestShifted: positions are moved by the mean of their own system, and back.
func TestShifted(t *testing.T) {
	systems := []runtime.System{{Particles: 2}, {Particles: 1}}
	position := runtime.Floats([]float32{1, 2, 3, 3, 4, 9, 7, 8, 9}, 3, 3)
	means := centroids(position.Float, systems)
	require.Equal(t, [][3]float32{{2, 3, 6}, {7, 8, 9}}, means)
	moved := shifted(position, means, systems, -1)
	require.Equal(t, []float32{-1, -1, -3, 1, 1, 3, 0, 0, 0}, moved.Float)
	require.Equal(t, []int{3, 3}, moved.Shape)
	require.Equal(t, position, shifted(moved, means, systems, 1))
}

// TestRows: outputs of systems are those of their first particles, and edges from a particle to itself are
// left out.
func TestRows(t *testing.T) {
	rows := firstRows(runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 3, 2), []runtime.System{{Particles: 2}, {Particles: 1}})
	require.Equal(t, runtime.Floats([]float32{1, 2, 5, 6}, 2, 2), rows)
	edges := make([]float32, 2*2*2*2)
	for i := range edges {
		edges[i] = float32(i)
	}
	require.Equal(t, []float32{2, 3, 4, 5, 10, 11, 12, 13}, withoutItself(runtime.Floats(edges, 2, 2, 2, 2)))
}

// TestFileInputs: a file gets the inputs that it declares, defaults among them, and for many steps those of
// each frame.
func TestFileInputs(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), Charge: []float32{1, -1}, Objects: system.Objects{system.Stick.Of(0, 1)}}
	system.Gravity.Set(&s, []float32{1, 2, 3})
	s.Trajectory = &system.Trajectory{Particles: 2, Positions: make([]float64, 18), Given: system.Given{{Field: system.Gravity, Values: []float32{1, 2, 3, 4, 5, 6, 7, 8, 9}}}}
	samples := []system.Sample{s, s}
	inputs := FileInputs(samples, []string{"position", "mass", "gravity", system.Stick.Array(), system.Tree.Array()})
	require.Len(t, inputs, 5)
	require.Equal(t, []int{2, 2, 3}, inputs["position"].Shape)
	require.Equal(t, runtime.Floats([]float32{1, 1, 1, 1}, 2, 2, 1), inputs["mass"])
	require.Equal(t, runtime.Floats([]float32{1, 2, 3, 1, 2, 3}, 2, 3), inputs["gravity"])
	require.Equal(t, runtime.Indices([]int64{0, 1, 0, 1}, 2, 1, 2), inputs[system.Stick.Array()])
	require.Equal(t, []int{2, 2}, inputs[system.Tree.Array()].Shape)
	require.Nil(t, system.Mass.Of(&samples[0]), "the samples stay")
	heavy := s
	system.Mass.Set(&heavy, []float32{2, 3})
	for _, samples := range [][]system.Sample{{heavy, s}, {s, heavy}} {
		require.ElementsMatch(t, []float32{2, 3, 1, 1}, FileInputs(samples, []string{"mass"})["mass"].Float, "one sample lacks them")
	}
	rolling := RollingInputs(samples, []string{"position", "gravity"}, []string{"gravity", "force"}, 2)
	require.Len(t, rolling, 2)
	require.Equal(t, runtime.Floats([]float32{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}, 2, 2, 3), rolling["gravity"])
	require.Equal(t, []int{2, 2, 3}, rolling["position"].Shape)
}

// TestTableOfErrors: squared errors are listed as their roots, with units; rows without a number are left out.
func TestTableOfErrors(t *testing.T) {
	e := Errors{Position: Summary{Mean: 4, Median: 9, TrimmedMean: 16}, Velocity: Summary{Mean: 25}, Constraint: 0.1234}
	line := Baseline{Time: 3, Rest: 49}
	line.Errors.Position.Mean = 36
	rows := e.Table(line, 64, Units{Length: "m", Time: "s", Velocity: "m/s"})
	require.Equal(t, []Row{
		{"root mean squared error", "2 m"}, {"its median over samples", "3 m"}, {"without 1% at each end", "4 m"}, {"of velocities", "5 m/s"},
		{"constant velocity x + vT", "6 m with T = 3 s, which fits these samples best"}, {"rest", "7 m"},
		{"constant acceleration", "8 m, from the training samples"}, {"constraint error", "0.123"},
	}, rows)
	e.Velocity.Mean = math.NaN()
	require.Len(t, e.Table(line, math.NaN(), Units{}), 6)
	require.Equal(t, "0.1235", Length(0.12346, ""))
}

// TestDistances: each particle's own.
func TestDistances(t *testing.T) {
	require.Equal(t, []float64{5, 0}, Distances([]float32{3, 4, 0, 1, 1, 1}, []float32{0, 0, 0, 1, 1, 1}))
}

// TestOfFrame: the state of one sample is a copy of its own rows.
func TestOfFrame(t *testing.T) {
	samples := []system.Sample{{Position: make([]float32, 3)}, {Position: make([]float32, 6)}, {Position: make([]float32, 3)}}
	f := Frame{Step: 4, Position: []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, Velocity: make([]float32, 12)}
	own := f.Of(samples, 1)
	require.Equal(t, 4, own.Step)
	require.Equal(t, []float32{3, 4, 5, 6, 7, 8}, own.Position)
	require.Len(t, own.Velocity, 6)
	own.Position[0] = 100
	require.Equal(t, float32(3), f.Position[3])
	require.Equal(t, []float32{9, 10, 11}, f.Of(samples, 2).Position)
}

// waiting predicts once it is released, and counts how often it is closed.
type waiting struct {
	Predictor
	release chan struct{}
	closed  *int
}

func (w waiting) Outputs([]system.Sample) (map[string][]float32, error) {
	<-w.release
	return map[string][]float32{"position": {1}}, nil
}

func (w waiting) Close() error {
	*w.closed++
	return nil
}

// TestUntil: a predictor returns when its context ends and is then not closed, since it still runs.
func TestUntil(t *testing.T) {
	closed := 0
	w := waiting{release: make(chan struct{}, 1), closed: &closed}
	ctx, cancel := context.WithCancelCause(t.Context())
	u := Until(ctx, w)
	w.release <- struct{}{}
	outputs, err := u.Outputs(nil)
	require.NoError(t, err)
	require.Equal(t, []float32{1}, outputs["position"])
	require.NoError(t, u.Close())
	require.Equal(t, 1, closed)
	why := errors.New("stopped")
	cancel(why)
	_, err = u.Outputs(nil)
	require.ErrorIs(t, err, why)
	_, _, err = u.Predict(nil)
	require.ErrorIs(t, err, why)
	require.NoError(t, u.Close())
	require.Equal(t, 1, closed)
	close(w.release)
}
