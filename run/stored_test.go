package run

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/run/weights"
	"gmnc/system"
)

// bare is a run of a small model that nothing has trained.
func bare(t *testing.T) *Run {
	t.Helper()
	return drawnOf(t, config.Config{Model: "rf", Form: config.Published, Layers: 1, Hidden: 1})
}

// drawnOf is a run of a configuration with weights as they are drawn.
func drawnOf(t *testing.T, c config.Config) *Run {
	t.Helper()
	model, err := builder.New(c, false)
	require.NoError(t, err)
	r, err := New(Config{Version: "test", Model: c}, WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return r
}

// faulty is a store that fails to write a file, or to read it.
type faulty struct {
	*Memory
	write, read string
}

var errFull = errors.New("no space left")

func (f faulty) Write(name string, content []byte) error {
	if name == f.write {
		return errFull
	}
	return f.Memory.Write(name, content)
}

func (f faulty) Read(name string) ([]byte, error) {
	if name == f.read {
		return nil, errFull
	}
	return f.Memory.Read(name)
}

// TestRobotsOfRuns: a run with its robot gives back the robot's data set, unless that was changed,
// is not there, or cannot be read.
func TestRobotsOfRuns(t *testing.T) {
	data := &datasets.Data{Train: fixtures.Samples(system.Composition{2}, 1, 1), Valid: fixtures.Samples(system.Composition{2}, 1, 2), Test: fixtures.Samples(system.Composition{2}, 1, 3)}
	content, err := datasets.Encode(data)
	require.NoError(t, err)
	r := bare(t)
	r.Config.Data = &DataInfo{SHA256: fmt.Sprintf("%x", sha256.Sum256(content))}
	store := NewMemory("memory")
	require.NoError(t, r.WriteRobot(store, content))
	require.True(t, HasWeights(store))
	got, err := ReadRobot(store, r.Config)
	require.NoError(t, err)
	require.Equal(t, data.Train[0].Position, got.Train[0].Position)
	_, err = ReadRobot(faulty{store, "", RobotName}, r.Config)
	require.ErrorIs(t, err, errFull)

	_, err = ReadRobot(NewMemory("other"), r.Config)
	require.ErrorContains(t, err, "the run other has no robot of its own, since gmnc identify did not make it")
	for _, info := range []*DataInfo{nil, {SHA256: "ab"}} {
		_, err = ReadRobot(store, Config{Data: info})
		require.ErrorContains(t, err, "memory/robot.npz was changed after the run was written")
	}
	failed := faulty{NewMemory("full"), RobotName, ""}
	require.ErrorIs(t, r.WriteRobot(failed, content), errFull)
	require.False(t, HasWeights(failed))
}

// TestStates: the state from which a training resumes is read as it was written, and a run without
// one cannot be resumed.
func TestStates(t *testing.T) {
	store := NewMemory("memory")
	_, err := ReadState(store)
	require.ErrorContains(t, err, "there is nothing to resume: memory has no state.safetensors")
	state := weights.File{Metadata: map[string]string{"epoch": "3"}, Tensors: []weights.Tensor{{Name: "a", Shape: []int{2}, Data: []float32{1, 2}}}}
	require.NoError(t, WriteState(store, state))
	got, err := ReadState(store)
	require.NoError(t, err)
	require.Equal(t, state.Metadata, got.Metadata)
	require.Equal(t, state.Tensors[0].Data, got.Tensors[0].Data)
	require.ErrorIs(t, WriteState(faulty{store, StateName, ""}, state), errFull)
	require.NoError(t, store.Write(StateName, []byte("x")))
	_, err = ReadState(store)
	require.ErrorContains(t, err, "cannot read memory/state.safetensors: ")
	_, err = ReadState(faulty{store, "", StateName})
	require.ErrorIs(t, err, errFull)
}

// TestIdentities: runs are distinguished by their name and their weights.
func TestIdentities(t *testing.T) {
	store := NewMemory("folder/name")
	_, err := Identity(store)
	require.ErrorContains(t, err, "cannot read weights: ")
	require.NoError(t, store.Write(weightsName, []byte("one")))
	one, err := Identity(store)
	require.NoError(t, err)
	require.Regexp(t, `^name \(weights [0-9a-f]{64}\)$`, one)
	require.NoError(t, store.Write(weightsName, []byte("two")))
	two, err := Identity(store)
	require.NoError(t, err)
	require.NotEqual(t, one, two)
}

// TestDataOf: the data of a run are those of its configuration, if there is one.
func TestDataOf(t *testing.T) {
	store := NewMemory("memory")
	require.Nil(t, DataOf(store))
	require.False(t, Started(store))
	r := bare(t)
	r.Config.Data = &DataInfo{File: "d.npz", SHA256: "ab"}
	require.NoError(t, WriteConfig(store, r.Config))
	require.Equal(t, "d.npz", DataOf(store).File)
	require.True(t, Started(store))
	require.ErrorIs(t, WriteConfig(faulty{store, configName, ""}, r.Config), errFull)
	require.Equal(t, datasets.About{LengthUnit: "m", VelocityUnit: "m/s", Interval: "1 s"}, (&DataInfo{LengthUnit: "m", VelocityUnit: "m/s", Interval: "1 s"}).About())
}

// TestReplacementsPutBack: a new run that cannot be written leaves the old one, and errors of the
// store are returned.
func TestReplacementsPutBack(t *testing.T) {
	store := NewMemory("memory")
	require.NoError(t, bare(t).Write(store))
	_, err := Replace(NewMemory("empty"))
	require.ErrorContains(t, err, "empty is not a run folder: empty/config.json: file does not exist")
	full := &faulty{Memory: store}
	r, err := Replace(full)
	require.NoError(t, err)
	require.True(t, r.Pending())
	require.False(t, r.Has(weightsName), "that of the new run")
	require.NoError(t, r.Write(StateName, []byte("first")))
	require.NoError(t, r.Write(CurveName, []byte("curve")))
	require.NoError(t, r.Write("a", nil))
	require.NoError(t, r.Remove("a"))
	require.False(t, r.Has("a"))
	r.Prune()
	require.False(t, store.Has(StateName))
	full.write = StateName
	require.ErrorIs(t, r.Write(StateName, []byte("second")), errFull)
	require.True(t, r.Pending())
	require.True(t, store.Has(weightsName), "the old run is there again")
	require.False(t, store.Has(CurveName))
	full.write = ""
	require.NoError(t, r.Write(StateName, []byte("second")))
	require.False(t, r.Pending())
	content, err := r.Read(StateName)
	require.NoError(t, err)
	require.Equal(t, "second", string(content))
	require.True(t, store.Has(CurveName))
	require.False(t, store.Has(weightsName), "the old run is gone")
}

// TestScalesOfSources: weights of another run see the numbers that they know, in the units of the
// data, of which the ratio must be known.
func TestScalesOfSources(t *testing.T) {
	source := Config{Model: config.Config{Length: 2, Deflection: 3, Scale: config.Scale{Velocity: 4}}, Data: &DataInfo{LengthUnit: "m", VelocityUnit: "m/s"}}
	data := &datasets.Data{About: datasets.About{LengthUnit: "cm", VelocityUnit: "cm/s"}}
	c, err := WithScalesOf(source, config.Config{Hidden: 7}, data)
	require.NoError(t, err)
	require.Equal(t, 7, c.Hidden)
	require.InDelta(t, 200, c.Length, 1e-9)
	require.InDelta(t, 300, c.Deflection, 1e-9)
	require.InDelta(t, 100, c.Scale.Length, 1e-9)
	require.InDelta(t, 400, c.Scale.Velocity, 1e-9)
	for _, about := range []datasets.About{{LengthUnit: "parsecs of old", VelocityUnit: "m/s"}, {LengthUnit: "m", VelocityUnit: "knots of old"}} {
		_, err = WithScalesOf(source, config.Config{}, &datasets.Data{About: about})
		require.ErrorContains(t, err, "convert the data, or draw all weights")
	}
	same, err := WithScalesOf(Config{Model: source.Model}, config.Config{}, &datasets.Data{})
	require.NoError(t, err)
	require.Equal(t, source.Model.Length, same.Length)
	require.Equal(t, config.Scale{Velocity: 4}, same.Scale)
}

// TestMeanInFloat64: numbers of float32 are added in float64.
func TestMeanInFloat64(t *testing.T) {
	require.InDelta(t, 2, mean([]float32{1, 2, 3}), 1e-12)
	require.Equal(t, []float64{0.5, 3}, widen([]float32{0.5, 3}))
}

// TestKeysOfErrors: the keys of standard errors and of findings are those of errors, and others are not.
func TestKeysOfErrors(t *testing.T) {
	require.True(t, OfErrors(errorKey("mass")))
	require.True(t, OfErrors(findingsKey("mass")))
	require.False(t, OfErrors(validMetric))
}
