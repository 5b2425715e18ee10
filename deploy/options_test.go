package deploy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/export/rolling"
	"gmnc/run"
	"gmnc/system"
)

// TestOptionsThatExclude: each pair of options that makes no file is refused by the option that
// excludes the other, and what remains is accepted.
func TestOptionsThatExclude(t *testing.T) {
	joints, data, test, radius := &Joints{}, &datasets.Data{}, &TestSet{}, &Radius{Level: 0.9}
	steps, loop := &rolling.Rollout{Steps: 3}, &rolling.Rollout{}
	for _, c := range []struct {
		name    string
		options Options
		refused string // how the refusal begins; empty for options that are accepted
	}{
		{"none", Options{}, ""},
		{"joints", Options{Joints: joints}, ""},
		{"joints and topology", Options{Joints: joints, Topology: data}, "joints goes with neither topology"},
		{"joints and a step", Options{Joints: joints, Step: true}, "joints goes with neither topology"},
		{"joints and a radius", Options{Joints: joints, Radius: radius}, "joints goes with neither topology"},
		{"joints and a test set", Options{Joints: joints, Test: test}, "joints goes with neither topology"},
		{"joints and functions", Options{Joints: joints, Functions: true}, "joints goes with neither topology"},
		{"joints and float16", Options{Joints: joints, Float16: true}, "joints goes with neither topology"},
		{"joints, steps and gradients", Options{Joints: joints, Rollout: steps, Gradients: []string{"q"}}, ""},
		{"functions", Options{Functions: true, Float16: true, Test: test}, ""},
		{"functions and steps", Options{Functions: true, Rollout: steps}, "functions goes neither with rollout"},
		{"functions and a step", Options{Functions: true, Step: true}, "functions goes neither with rollout"},
		{"a loop", Options{Loop: true, Rollout: steps, Float16: true, Test: test}, ""},
		{"a loop and functions", Options{Loop: true, Functions: true}, "loop goes with neither functions"},
		{"a loop and a step", Options{Loop: true, Step: true}, "loop goes with neither functions"},
		{"a loop and gradients", Options{Loop: true, Gradients: []string{"position"}}, "loop goes with neither functions"},
		{"a step", Options{Step: true, Topology: data}, ""},
		{"a step and float16", Options{Step: true, Float16: true}, "a file of training steps changes its weights"},
		{"a step and steps", Options{Step: true, Rollout: steps}, "a file of training steps predicts nothing"},
		{"a step and a test set", Options{Step: true, Test: test}, "a file of training steps predicts nothing"},
		{"gradients", Options{Gradients: []string{"position", "velocity"}, Rollout: steps, Topology: data}, ""},
		{"gradients and a step", Options{Gradients: []string{"position"}, Step: true}, "gradients go with neither"},
		{"gradients and functions", Options{Gradients: []string{"position"}, Functions: true}, "gradients go with neither"},
		{"gradients and a radius", Options{Gradients: []string{"position"}, Radius: radius}, "gradients go with neither"},
		{"gradients and a test set", Options{Gradients: []string{"position"}, Test: test}, "gradients go with neither"},
		{"gradients by an input twice", Options{Gradients: []string{"position", "velocity", "position"}}, "gradients has position twice"},
		{"a radius", Options{Radius: radius, Rollout: steps, Test: test, Float16: true}, ""},
		{"a radius of any number of steps", Options{Radius: radius, Rollout: loop}, "radius goes with a rollout of so many steps"},
		{"a radius and a step", Options{Radius: radius, Step: true}, "radius does not go with train_step"},
		{"no probability", Options{Radius: &Radius{}}, "radius 0 is no probability"},
		{"certainty", Options{Radius: &Radius{Level: 1}}, "radius 1 is no probability"},
		{"nearly certain", Options{Radius: &Radius{Level: 0.999}}, ""},
	} {
		err := c.options.Validate()
		if c.refused == "" {
			require.NoError(t, err, c.name)
			continue
		}
		require.Regexp(t, "^"+c.refused, err, c.name)
	}
}

// TestOptionsOfRuns: several runs make neither steps nor loops, and steps need the true velocity.
func TestOptionsOfRuns(t *testing.T) {
	steps := &rolling.Rollout{Steps: 3}
	for _, c := range []struct {
		name    string
		model   config.Config
		options Options
		refused string
	}{
		{"one run", config.Config{TrueVelocity: true}, Options{Rollout: steps}, ""},
		{"a loop of one run", config.Config{}, Options{Loop: true}, ""},
		{"excluded options", config.Config{}, Options{Functions: true, Step: true}, "functions goes neither"},
		{"steps of runs", config.Config{Runs: 2, TrueVelocity: true}, Options{Rollout: steps}, "rollout and train_step go with one run"},
		{"a step of runs", config.Config{Runs: 2}, Options{Step: true}, "rollout and train_step go with one run"},
		{"a loop of runs", config.Config{Runs: 2}, Options{Loop: true}, "loop goes with one run"},
		{"runs", config.Config{Runs: 2}, Options{Functions: true}, ""},
		{"steps without velocities", config.Config{}, Options{Rollout: steps}, "the model returns no true velocity"},
		{"one step without velocities", config.Config{}, Options{}, ""},
	} {
		err := c.options.check(&run.Run{Config: run.Config{Model: c.model}})
		if c.refused == "" {
			require.NoError(t, err, c.name)
			continue
		}
		require.ErrorContains(t, err, c.refused, c.name)
	}
	large := &run.DataInfo{Ranges: &system.Ranges{Coordinate: &system.Range{Most: 1e20}}}
	err := Options{}.check(&run.Run{Config: run.Config{Data: large}})
	require.ErrorContains(t, err, "give the data in another unit")
}

// TestSizesOfData: numbers of the training data are as large as a file takes, or they are named.
func TestSizesOfData(t *testing.T) {
	require.NoError(t, checkSizes(config.Config{}, nil))
	require.NoError(t, checkSizes(config.Config{}, &system.Ranges{Coordinate: &system.Range{Least: -1e3, Most: 1e3}}))
	most := math.Sqrt(system.MostSquares)
	for share, refused := range map[float64]bool{0.999: false, 1.001: true} {
		err := checkSizes(config.Config{}, &system.Ranges{Speed: &system.Range{Least: -share * most, Most: 1}})
		require.Equal(t, refused, err != nil, "%g", share)
	}
	require.ErrorContains(t, checkSizes(config.Config{}, &system.Ranges{Coordinate: &system.Range{Least: -1e20, Most: 1}}), "the training data have the coordinate -1e+20, ")
}

// TestPathsOfJoints: a file takes paths of mostOnPath joints, and robots of any number of shorter ones.
func TestPathsOfJoints(t *testing.T) {
	for _, c := range []struct {
		joints, depth int
		field         *system.Field
		refused       bool
	}{
		{mostOnPath, mostOnPath + 1, system.TurnAxis, false}, {mostOnPath + 1, mostOnPath + 2, system.TurnAxis, true},
		{300, 9, system.SlideAxis, false}, {7, 300, system.TurnAxis, false}, {300, 301, system.Rest, false},
	} {
		err := checkPaths(config.Config{Joints: c.joints, Depth: c.depth, Fields: []string{c.field.Name}})
		require.Equal(t, c.refused, err != nil, "%+v", c)
	}
	long := config.Config{Joints: 300, Depth: 301, Fields: []string{system.TurnAxis.Name}}
	err := Options{}.check(&run.Run{Config: run.Config{Model: long}})
	require.ErrorContains(t, err, "up to 300 joints on a path from the ground, and a file takes at most 128")
}

// TestDepthsOfRuns: a depth is that of the run or more than its trees need, and goes with trees alone.
func TestDepthsOfRuns(t *testing.T) {
	chain := system.Structure{Particles: 4, Parents: []int64{-1, 0, 1, 2}}
	trained := &run.Run{Config: run.Config{Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4, Depth: 8}, Data: &run.DataInfo{Ranges: &system.Ranges{Structures: []system.Structure{{Particles: 3}, chain, {Particles: 2}}}}}}
	bars, err := deepest(trained.Config.Data)
	require.NoError(t, err)
	require.Equal(t, 3, bars)
	same, err := withDepth(trained, 0)
	require.NoError(t, err)
	require.Same(t, trained, same)
	for depth, refused := range map[int]string{2: "depth 2: the training data have trees of 3 bars", 3: "", 9: ""} {
		with, err := withDepth(trained, depth)
		if refused != "" {
			require.ErrorContains(t, err, refused)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, depth, with.Config.Model.Depth)
		require.Equal(t, depth, with.Model.Config.Depth)
		require.Equal(t, 8, trained.Config.Model.Depth)
	}
	_, err = withDepth(trained, 1)
	require.ErrorContains(t, err, "depth 1: a model takes trees of 2 to 65536 bars from the root to a leaf, or none (0)", "the model rejects it")
	require.NotContains(t, err.Error(), "the training data")
	trained.Config.Model.Depth = 0
	_, err = withDepth(trained, 3)
	require.ErrorContains(t, err, "depth 3: the model takes no trees")
	for _, data := range []*run.DataInfo{nil, {}} {
		bars, err := deepest(data)
		require.NoError(t, err)
		require.Zero(t, bars)
	}
	broken := &run.DataInfo{Ranges: &system.Ranges{Structures: []system.Structure{{Particles: 0}}}}
	_, err = deepest(broken)
	require.ErrorContains(t, err, "a structure of 0 particles: particles: expected 1 to 64")
	trained.Config.Model.Depth, trained.Config.Data = 8, broken
	_, err = withDepth(trained, 9)
	require.ErrorContains(t, err, "a structure of 0 particles: particles: expected 1 to 64")
}
