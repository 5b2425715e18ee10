package artifact

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// fileOf is the file of a run, read.
func fileOf(t *testing.T, trained *run.Run) *Model {
	t.Helper()
	info, err := Info(trained)
	require.NoError(t, err)
	data, err := export.Model(trained.Model.Module, trained.Floats(), info)
	require.NoError(t, err)
	model, err := FromFile(data)
	require.NoError(t, err)
	return model
}

// session is a session that runs a function.
type session struct {
	runtime.Session
	run func(inputs map[string]runtime.Tensor) (map[string]runtime.Tensor, error)
}

func (s session) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	return s.run(batch.Inputs)
}

// steps is a file of as many steps as it is told, in whose step k all particles are at k. It keeps
// the inputs of its last run.
func steps(count int, given *map[string]runtime.Tensor) runtime.Session {
	return session{run: func(inputs map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
		*given = inputs
		n := count
		if asked, loops := inputs[rolling.StepsInput]; loops {
			n = int(asked.Index[0])
		}
		shape := inputs["position"].Shape
		var all []float32
		for k := range n {
			for range shape[0] * shape[1] * shape[2] {
				all = append(all, float32(k+1))
			}
		}
		return map[string]runtime.Tensor{"predicted_positions": runtime.Floats(all, append([]int{n}, shape...)...)}, nil
	}}
}

// TestRoll: a file determines the number of its steps, and a Loop makes those that are asked for.
// Frames hold the outputs of each step for all samples, of batches of different compositions, too.
func TestRoll(t *testing.T) {
	samples := append(fixtures.Samples(system.Composition{1}, 2, 1), fixtures.Samples(system.Composition{2}, 1, 1)...)
	var given map[string]runtime.Tensor
	unrolled := Signature{Inputs: []string{"position", "velocity"}, Steps: 2}
	frames, err := unrolled.Roll(steps(2, &given), samples, 7)
	require.NoError(t, err)
	require.Len(t, frames, 2)
	for k, frame := range frames {
		require.Len(t, frame, 1)
		require.Len(t, frame["position"], 3*(1+1+2))
		require.EqualValues(t, k+1, frame["position"][11])
	}
	require.NotContains(t, given, rolling.StepsInput)
	loop := Signature{Inputs: []string{"position", "velocity", rolling.StepsInput}}
	require.True(t, loop.RollsInLoop())
	frames, err = loop.Roll(steps(0, &given), samples, 3)
	require.NoError(t, err)
	require.Len(t, frames, 3)
	require.Equal(t, []int64{3}, given[rolling.StepsInput].Index)
}

// TestWrongRolls: an output that has no numbers of each step is named with its shape.
func TestWrongRolls(t *testing.T) {
	samples := fixtures.Samples(system.Composition{1}, 1, 1)
	broken := errors.New("no memory")
	_, err := Signature{Steps: 2}.Roll(session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) { return nil, broken }}, samples, 2)
	require.ErrorIs(t, err, broken)
	for name, output := range map[string]runtime.Tensor{
		"predicted_positions":  runtime.Floats([]float32{1, 2, 3}, 3),
		"predicted_velocities": runtime.Floats([]float32{1}),
		"predicted_position":   runtime.Floats([]float32{1, 2}, 2),
	} {
		_, err := Signature{Steps: 2}.Roll(session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
			return map[string]runtime.Tensor{name: output}, nil
		}}, samples, 2)
		require.ErrorContains(t, err, "a file of 2 steps gives "+name+" of shape ")
	}
}

// TestOneStep: a session of the first step repeats inputs that differ from step to step, and returns
// the outputs of the first of the steps.
func TestOneStep(t *testing.T) {
	var given map[string]runtime.Tensor
	batch := runtime.Batch{Inputs: map[string]runtime.Tensor{"position": runtime.Floats([]float32{5, 6, 7}, 1, 1, 3), "torque": runtime.Floats([]float32{8}, 1, 1, 1)}}
	outputs, err := OneStep{steps(2, &given), Signature{Steps: 2, PerFrame: []string{"torque", "force"}}}.Run(batch)
	require.NoError(t, err)
	require.Equal(t, map[string]runtime.Tensor{"predicted_position": runtime.Floats([]float32{1, 1, 1}, 1, 1, 3)}, outputs)
	require.Equal(t, runtime.Floats([]float32{8, 8}, 2, 1, 1, 1), given["torque"])
	require.NotContains(t, given, "force")
	require.Equal(t, []int{1, 1, 1}, batch.Inputs["torque"].Shape, "the caller's own stay")

	loop := Signature{Inputs: []string{rolling.StepsInput}, PerFrame: []string{"torque"}}
	outputs, err = OneStep{steps(0, &given), loop}.Run(batch)
	require.NoError(t, err)
	require.Equal(t, []float32{1, 1, 1}, outputs["predicted_position"].Float)
	require.Equal(t, []int{1, 1, 1, 1}, given["torque"].Shape)
	require.Equal(t, []int64{1}, given[rolling.StepsInput].Index)
	require.NotContains(t, batch.Inputs, rolling.StepsInput)
	broken := errors.New("no memory")
	_, err = OneStep{Session: session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) { return nil, broken }}}.Run(batch)
	require.ErrorIs(t, err, broken)
}

// TestShaped: an output of a known name has a row for each particle, of floats.
func TestShaped(t *testing.T) {
	batch := runtime.Batch{Inputs: map[string]runtime.Tensor{"position": runtime.Floats(make([]float32, 6), 1, 2, 3)}}
	run := func(name string, output runtime.Tensor) error {
		_, err := shaped{session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
			return map[string]runtime.Tensor{name: output}, nil
		}}}.Run(batch)
		return err
	}
	for name, columns := range map[string]int{
		"predicted_position": 3, "velocity": 3, "predicted_forces": 3, "predicted_position_radius": 1, "predicted_velocity_radius": 1, "predicted_position_spread": 1, "predicted_velocity_spread": 1,
	} {
		require.NoError(t, run(name, runtime.Floats(make([]float32, 2*columns), 1, 2, columns)), name)
		require.ErrorContains(t, run(name, runtime.Floats(make([]float32, 2*columns+2), 1, 2, columns+1)), "the output "+name+" has shape [1 2 ", name)
	}
	require.ErrorContains(t, run("predicted_position", runtime.Indices(make([]int64, 6), 1, 2, 3)), "the output predicted_position has shape [1 2 3], expected floats of [1 2 3]")
	require.NoError(t, run("other", runtime.Floats(nil, 7)))
}

// TestOneStepOfOne: a file of one step makes one, and outputs of no steps are left out.
func TestOneStepOfOne(t *testing.T) {
	var given map[string]runtime.Tensor
	frames, err := Signature{Inputs: []string{"position"}, Steps: 1}.Roll(steps(1, &given), fixtures.Samples(system.Composition{1}, 1, 1), 7)
	require.NoError(t, err)
	require.Len(t, frames, 1)
	outputs, err := OneStep{Session: session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
		return map[string]runtime.Tensor{"predicted_positions": runtime.Floats(nil, 0, 1, 1, 3)}, nil
	}}}.Run(runtime.Batch{})
	require.NoError(t, err)
	require.Empty(t, outputs)
}

// TestEngineThatCannotOpen: the error of an engine is the error of the file.
func TestEngineThatCannotOpen(t *testing.T) {
	refused := errors.New("no memory")
	data := fileOf(t, law(t, 1, nil)).data
	engine := runtime.Engine{OpenFile: func([]byte) (runtime.Session, error) { return nil, refused }}
	_, err := OpenFile(engine, data)
	require.ErrorIs(t, err, refused)
	_, err = RollFile(engine, data, nil, 1)
	require.ErrorIs(t, err, refused)
}

// TestNumbersOfSteps: an output may have a single number in each step.
func TestNumbersOfSteps(t *testing.T) {
	frames, err := Signature{Inputs: []string{"position"}, Steps: 2}.Roll(session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
		return map[string]runtime.Tensor{"predicted_positions": runtime.Floats([]float32{7, 8}, 2)}, nil
	}}, fixtures.Samples(system.Composition{1}, 1, 1), 2)
	require.NoError(t, err)
	require.Equal(t, []map[string][]float32{{"position": {7}}, {"position": {8}}}, frames)
}
