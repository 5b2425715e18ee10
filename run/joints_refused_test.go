package run_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/run"
	"gmnc/system"
)

// TestJointsRefused: a robot that a model of joints cannot move is refused with what is wrong.
func TestJointsRefused(t *testing.T) {
	trained, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	require.NoError(t, run.CheckForests(trained.Config.Model, data.Train))
	with := func(f *system.Field, at int, value float32) func(s *system.Sample) {
		return func(s *system.Sample) {
			values := slices.Clone(f.Of(s))
			values[at] = value
			f.Set(s, values)
		}
	}
	body := data.Train[0].Objects.Of(system.Body)[1]
	for want, change := range map[string]func(s *system.Sample){
		"sample 0: particle 1 has the mass -1: it is 0 or more": with(system.Mass, 1, -1),
		"it has no joints, and the model moves bodies on joints: give it turn_axis, slide_axis or joint_type": func(s *system.Sample) {
			system.TurnAxis.Set(s, nil)
		},
		"it has joints and no rest: give the positions in the pose of rest": func(s *system.Sample) { system.Rest.Set(s, nil) },
		"differs from particle ": with(system.TurnAxis, 3*body[1], 0.5),
		"whose joint turns about an axis of length 0 and slides along one of length 0": func(s *system.Sample) { system.TurnAxis.Set(s, make([]float32, len(s.Position))) },
		"is of another size than at rest": func(s *system.Sample) {
			s.Position = slices.Clone(s.Position)
			for i := range s.Position {
				s.Position[i] *= 1000
			}
		},
		"is in no tree of bodies": func(s *system.Sample) {
			s.Objects = slices.DeleteFunc(slices.Clone(s.Objects), func(o system.Object) bool { return o.Kind == system.Tree })
		},
	} {
		s := data.Train[0]
		change(&s)
		require.ErrorContains(t, run.CheckForests(trained.Config.Model, []system.Sample{s}), want)
	}
	fewer := trained.Config.Model
	fewer.Joints--
	require.ErrorContains(t, run.CheckForests(fewer, data.Train), "and the model takes 1: train it on data that have as many")
}

// TestGeometryRefused: fields that contradict the positions are named with their sample.
func TestGeometryRefused(t *testing.T) {
	_, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	samples := []system.Sample{data.Train[0], data.Train[0]}
	require.NoError(t, run.CheckGeometry(samples))
	bent := slices.Clone(samples[1].Position)
	bent[3*data.Train[0].Objects.Of(system.Body)[0][1]] += 1
	samples[1].Position = bent
	require.ErrorContains(t, run.CheckGeometry(samples), "sample 1")
}
