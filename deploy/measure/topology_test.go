package measure

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/system"
)

// TestOneTopology: a file for one kind of system takes data of all splits that have the same structure. A sample with another
// is named, and so are neighbors of which there are none.
func TestOneTopology(t *testing.T) {
	same, other := fixtures.Samples(system.Composition{1, 1}, 1, 1)[0], fixtures.Samples(system.Composition{3}, 1, 1)[0]
	topology, err := CommonTopology(config.Config{}, &datasets.Data{Train: []system.Sample{same}, Test: []system.Sample{same}})
	require.NoError(t, err)
	require.Equal(t, 3, topology.Particles)
	require.Nil(t, topology.Constants, "the systems have no joints")
	_, err = CommonTopology(config.Config{}, &datasets.Data{Train: []system.Sample{same}, Valid: []system.Sample{same}, Test: []system.Sample{other}})
	require.ErrorContains(t, err, "topology needs the same structure in all samples, and sample 2 of all has other objects than sample 0")
	robot, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	heavier := data.Train[0]
	mass := slices.Clone(system.Mass.Of(&heavier))
	mass[3]++
	system.Mass.Set(&heavier, mass)
	_, err = CommonTopology(robot.Config.Model, data)
	require.NoError(t, err)
	data.Test = []system.Sample{heavier}
	_, err = CommonTopology(robot.Config.Model, data)
	require.ErrorContains(t, err, "sample 1 of all has another mass than sample 0 (particle 3: ")
	same.Neighbors = []int64{}
	_, err = CommonTopology(config.Config{}, &datasets.Data{Train: []system.Sample{same}})
	require.ErrorContains(t, err, "the samples have no neighbors")
}

// TestConstantsInside: of the fields that a model of joints takes, those that no frame changes are constants, and gravity
// is one if all samples have the same and frames do not change it.
func TestConstantsInside(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	system.Mass.Set(&s, []float32{2, 3})
	system.Gravity.Set(&s, []float32{0, 0, -9})
	tilted := s
	system.Gravity.Set(&tilted, []float32{0, 1, -9})
	fields := []string{system.TurnAxis.Name, system.Mass.Name, system.Gravity.Name, system.Torque.Name}
	for _, c := range []struct {
		name    string
		of      config.Config
		samples []system.Sample
		want    []string
	}{
		{"no joints", config.Config{Fields: []string{system.Mass.Name}}, []system.Sample{s}, nil},
		{"one gravity", config.Config{Joints: 1, Fields: fields}, []system.Sample{s, s}, []string{"gravity", "mass", "turn_axis"}},
		{"two gravities", config.Config{Joints: 1, Fields: fields}, []system.Sample{s, tilted}, []string{"mass", "turn_axis"}},
		{"gravity of frames", config.Config{Joints: 1, Fields: fields, PerFrame: []string{"gravity"}}, []system.Sample{s}, []string{"mass", "turn_axis"}},
		{"fewer fields", config.Config{Joints: 1, Fields: fields[:1]}, []system.Sample{s}, []string{"turn_axis"}},
	} {
		var names []string
		for _, values := range constantsOf(c.of, c.samples) {
			names = append(names, values.Field.Name)
			if values.Field == system.Mass {
				require.Equal(t, []float32{2, 3}, values.Values)
			}
		}
		slices.Sort(names)
		require.Equal(t, c.want, names, c.name)
	}
}

// TestInputsInside: all inputs but the state are constants of one system, and those of trees and bodies if the file has them.
func TestInputsInside(t *testing.T) {
	topology := artifact.TopologyOf(fixtures.Samples(system.Composition{1, 1}, 1, 1)[0])
	names := func(forests bool) (all []string) {
		for _, baked := range BakedInputs(topology, forests) {
			all = append(all, baked.Input)
			require.NotContains(t, []string{"position", "velocity"}, baked.Input)
		}
		return all
	}
	require.Contains(t, names(false), "sticks")
	require.NotContains(t, names(false), "parents")
	require.Contains(t, names(true), "parents")
	for _, baked := range BakedInputs(topology, false) {
		if baked.Input == "sticks" {
			require.Equal(t, []int{1, 2}, baked.Shape)
			require.Len(t, baked.Ints, 2)
		}
	}
}
