package run

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/folderlock"
	"gmnc/internal/test/fixtures"
	"gmnc/system"
)

// TestBegun: a run begins in a store without files of a run, and is locked until it is released.
// After an error nothing of it is left.
func TestBegun(t *testing.T) {
	store, r := NewMemory("memory"), bare(t)
	release, err := Create(store, r.Config, func() error { return store.Write(weightsName, nil) })
	require.NoError(t, err)
	require.True(t, Started(store))
	_, err = store.Lock()
	require.ErrorContains(t, err, "another training works in memory: wait for its end, or take another store")
	release()
	_, err = Create(store, r.Config, nil)
	require.ErrorContains(t, err, "memory already holds a run: choose another folder, go on with that run (")
	require.ErrorContains(t, Make(store, r.Config, nil), "already holds a run")

	broken := errors.New("no weights")
	failed := NewMemory("failed")
	require.ErrorIs(t, Make(failed, r.Config, func() error {
		require.NoError(t, failed.Write(MetricsName, nil))
		return broken
	}), broken)
	require.False(t, failed.Has(MetricsName))
	release, err = failed.Lock()
	require.NoError(t, err, "the lock is released")
	require.ErrorContains(t, Make(failed, r.Config, nil), "another training works in failed")
	release()

	foreign := NewMemory("foreign")
	require.NoError(t, foreign.Write(CurveName, nil))
	require.EqualError(t, Make(foreign, r.Config, nil), "foreign already holds a file learning_curve.png, which the run would overwrite: choose another folder")
	require.NoError(t, foreign.Write(folderlock.Name, nil))
	require.NoError(t, Vacant(foreign), "of a run that was killed")
}

// raced is a store in which a faster process begins a run when it is locked.
type raced struct{ *Memory }

func (r raced) Lock() (release func(), err error) {
	if err := r.Write(configName, nil); err != nil {
		return nil, err
	}
	return r.Memory.Lock()
}

// TestRaced: of two processes that begin a run at once, the slower one stops and releases the lock.
func TestRaced(t *testing.T) {
	store := raced{NewMemory("memory")}
	_, err := claim(store)
	require.ErrorContains(t, err, "already holds a run")
	release, err := store.Memory.Lock()
	require.NoError(t, err)
	release()
}

// TestFieldsOfFrames: inputs that change from frame to frame are those of trajectories that the model
// takes.
func TestFieldsOfFrames(t *testing.T) {
	s := fixtures.Samples(system.Composition{1}, 1, 1)[0]
	data := &datasets.Data{Train: []system.Sample{s}}
	of := config.Config{Fields: []string{"force"}}
	require.Nil(t, perFrame(of, data))
	path := &system.Trajectory{Particles: 1, Positions: make([]float64, 6), Velocities: make([]float64, 6)}
	path.Given = system.Given{{Field: system.Force, Values: make([]float32, 6)}, {Field: system.Gravity, Values: make([]float32, 6)}}
	data.Train[0].Trajectory = path
	require.Equal(t, []string{"force"}, perFrame(of, data))
	require.Empty(t, perFrame(config.Config{}, data))
}

// TestModelsOfNoData: a data set without training samples gives a model its inputs alone.
func TestModelsOfNoData(t *testing.T) {
	c := ModelFor(config.Config{Model: "gmn-ode"}, &datasets.Data{Test: fixtures.Samples(system.Composition{1}, 1, 1)})
	require.Zero(t, c.Time)
	require.Zero(t, c.Length)
}

// TestConstantsThatBegin: constants begin with the data's own values, or with values that follow from
// the time of a prediction.
func TestConstantsThatBegin(t *testing.T) {
	s := fixtures.Samples(system.Composition{2}, 1, 1)[0]
	system.Gravity.Set(&s, []float32{0, 3, -4})
	data := &datasets.Data{Train: []system.Sample{s}}
	begin := func(name string) config.Constant {
		c := config.Constant{Name: name}
		start(&c, config.Config{Time: 0.5}, data)
		require.Equal(t, config.BySystem, c.By, name)
		return c
	}
	gravity := begin(config.LearnedGravity)
	require.Equal(t, []float64{0, 3, -4}, gravity.Start)
	require.InDelta(t, 5, gravity.Unit, 1e-12)
	require.Equal(t, []float64{0.5}, begin(config.LearnedRetardation).Start)
	require.Equal(t, []float64{startContact}, begin(config.LearnedRestitution).Start)
	system.Restitution.Set(&data.Train[0], []float32{0.75})
	require.Equal(t, []float64{0.75}, begin(config.LearnedRestitution).Start)
	require.Equal(t, []float64{datasets.Length(data)}, begin(config.LearnedRestLength).Start)
	system.Gravity.Set(&data.Train[0], nil)
	gravity = begin(config.LearnedGravity)
	require.Equal(t, []float64{0, 0, 0}, gravity.Start)
	require.InDelta(t, 8*datasets.Deflection(data.Train, 0.5), gravity.Unit, 1e-12)
}

// TestUnitsFromData: a constant has a unit if those of the data determine it.
func TestUnitsFromData(t *testing.T) {
	of := func(data *DataInfo, name string, fields ...string) string {
		r := &Run{Config: Config{Data: data, Model: config.Config{Fields: fields}}}
		return r.unitOf(config.Constant{Name: name, By: config.BySystem})
	}
	si, other := &DataInfo{LengthUnit: "m", VelocityUnit: "m/s"}, &DataInfo{LengthUnit: "cm", VelocityUnit: "cm/s"}
	require.Empty(t, of(nil, config.LearnedRestLength))
	require.Empty(t, of(&DataInfo{VelocityUnit: "m/s"}, config.LearnedRestLength))
	require.Equal(t, "cm", of(other, config.LearnedRestLength))
	require.Equal(t, "cm/s^2", of(other, config.LearnedGravity))
	require.Empty(t, of(&DataInfo{LengthUnit: "cm"}, config.LearnedGravity), "the time is not known")
	require.Equal(t, "kg", of(si, config.LearnedMass, "force"))
	require.Equal(t, "N s/m", of(si, config.LearnedDamping, "mass"))
	require.Empty(t, of(si, config.LearnedMass), "motion alone determines ratios")
	require.Empty(t, of(other, config.LearnedMass, "force"))
	require.Empty(t, of(si, config.LearnedRestitution, "force"))
}

// TestConstantTexts: constants have their values and errors in words, by their names.
func TestConstantTexts(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Integrator: config.RungeKutta4, Messages: config.NoMessages, TrueVelocity: true, Time: 1,
		Learn: []config.Constant{{Name: config.LearnedDamping, By: config.BySystem, Start: []float64{2}}},
		Law:   []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1, "n": 3}}}}
	texts := drawnOf(t, c).ConstantTexts()
	require.Len(t, texts, 3)
	require.Contains(t, texts["damping"], "2")
	require.Contains(t, texts["n of force 0"], "3")
	require.NotContains(t, texts["damping"], "damping")
}

// TestDamagedRanges: a configuration whose ranges of the training data make no sense is refused.
func TestDamagedRanges(t *testing.T) {
	r := bare(t)
	r.Config.Data = &DataInfo{File: "d.npz", Ranges: &system.Ranges{Speed: &system.Range{Least: 2, Most: 1}}}
	store := NewMemory("memory")
	require.NoError(t, r.Write(store))
	_, err := ReadConfig(store)
	require.ErrorContains(t, err, "the ranges of its training data are damaged: ")
	joint := system.NewJointRange("elbow", false)
	joint.Take([]float64{1}, []float64{2}, []float64{3})
	joint.Q[0].Least = 5
	r.Config.Data.Ranges, r.Config.Data.Joints = nil, []system.JointRange{joint}
	require.NoError(t, WriteConfig(store, r.Config))
	_, err = ReadConfig(store)
	require.ErrorContains(t, err, "the ranges of joints in its training data are damaged: ")
}

// TestExaminedData: data are examined with what the model reads and learns, and with its name.
func TestExaminedData(t *testing.T) {
	samples := fixtures.Samples(system.Composition{2}, 4, 1)
	for i := range samples {
		system.Force.Set(&samples[i], make([]float32, 6))
		samples[i].TargetVelocity = samples[i].Velocity
	}
	data := &datasets.Data{Train: samples[:2], Valid: samples[2:3], Test: samples[3:]}
	said := func(c config.Config) (text string) {
		for _, note := range Examine(data, c) {
			text += note.Text() + "\n"
		}
		return text
	}
	require.Contains(t, said(config.Config{Model: "gmn"}), "gmn")
	require.NotEqual(t, said(config.Config{Model: "gmn"}), said(config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4, Fields: []string{"force"}}))
}
