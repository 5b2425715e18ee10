package measure

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/joints"
	"gmnc/datasets"
	"gmnc/export/rolling"
	"gmnc/export/systems"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/system"
)

// TestGradientsThroughJointSteps: the gradients of two steps are the changes of what all steps return, times its cotangents, by coordinates,
// rates and the torques of either step.
func TestGradientsThroughJointSteps(t *testing.T) {
	trained, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	names := []string{system.CoordinateInput, system.RateInput, system.LoadInput, system.Gravity.Name}
	j, err := JointModelOf(trained, &Joints{Data: data, Links: true}, names, &rolling.Rollout{Steps: 2})
	require.NoError(t, err)
	s := j.draw(1, 2, rand.New(rand.NewPCG(1, 1)))
	all, err := j.expected(s)
	require.NoError(t, err)
	require.Len(t, all, 3+len(names), "coordinates, rates and points, and gradients")
	forward, err := JointModelOf(trained, &Joints{Data: data, Links: true}, nil, &rolling.Rollout{Steps: 2})
	require.NoError(t, err)
	total := func(s jointStates) (sum float64) {
		outputs, err := forward.expected(s)
		require.NoError(t, err)
		for name, path := range map[string]string{system.CoordinateInput: "q_path", system.RateInput: "rate_path", rolling.Points: "points_path"} {
			counts := slices.Repeat(s.counts[name], 2)
			require.Len(t, outputs[path], len(counts), path)
			for i, count := range counts {
				sum += count * outputs[path][i]
			}
		}
		return sum
	}
	const h = 1e-5
	change := func(by func(s *jointStates, h float64)) float64 {
		var sides [2]float64
		for k, h := range []float64{h, -h} {
			own := s
			own.q, own.rate = slices.Clone(s.q), slices.Clone(s.rate)
			own.torque = [][]float64{slices.Clone(s.torque[0]), slices.Clone(s.torque[1])}
			by(&own, h)
			sides[k] = total(own)
		}
		return (sides[0] - sides[1]) / (2 * h)
	}
	for _, c := range []struct {
		name string
		at   int
		by   func(s *jointStates, h float64)
	}{
		{system.CoordinateInput, 0, func(s *jointStates, h float64) { s.q[0] += h }},
		{system.RateInput, 1, func(s *jointStates, h float64) { s.rate[1] += h }},
		{system.LoadInput, 0, func(s *jointStates, h float64) { s.torque[0][0] += h }},
		{system.LoadInput, 3, func(s *jointStates, h float64) { s.torque[1][1] += h }},
		{system.Gravity.Name, 2, func(s *jointStates, h float64) { s.gravity[2] += h }},
	} {
		got := all[ir.GradientPrefix+c.name][c.at]
		require.InEpsilon(t, change(c.by), got, 1e-5, "%s %d", c.name, c.at)
	}
	m := &jointsMeasurement{j, s, all}
	measured, err := m.differences()
	require.NoError(t, err)
	require.Len(t, measured.Findings, 1)
	require.Equal(t, differenceAllowed, measured.Findings[0].Allowed)
	require.Less(t, measured.Findings[0].Largest, 1e-6)
}

// TestRobotsInFiles: a file in joint coordinates takes a robot whose particles no force pushes, and returns positions only of links or points that are asked
// for.
func TestRobotsInFiles(t *testing.T) {
	trained, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	tip := artifact.Point{Name: "tip", Link: "linkB", Rest: [3]float64{0.1, 0, 0.2}}
	for _, c := range []struct {
		options Joints
		points  []string
	}{{Joints{}, nil}, {Joints{Links: true}, []string{"linkA", "linkB"}}, {Joints{Points: []artifact.Point{tip}}, []string{"tip"}}, {Joints{Links: true, Points: []artifact.Point{tip}}, []string{"linkA", "linkB", "tip"}}} {
		c.options.Data = data
		j, err := JointModelOf(trained, &c.options, nil, nil)
		require.NoError(t, err)
		var names []string
		for _, point := range j.Joints.Points {
			names = append(names, point.Name)
		}
		require.Equal(t, c.points, names)
		require.Len(t, j.coordinates.Points, len(names))
		require.Equal(t, len(names) > 0, j.Module.Main.Output(system.Position.Name) != nil)
		require.Zero(t, j.steps)
		require.False(t, j.loops)
	}
	for steps, want := range map[int]int{3: 3, 0: measuredSteps} {
		j, err := JointModelOf(trained, &Joints{Data: data}, nil, &rolling.Rollout{Steps: steps})
		require.NoError(t, err)
		require.Equal(t, want, j.steps)
		require.Equal(t, steps == 0, j.loops)
	}
	balls, ofBalls := recorded.Run(t, mujoco.Read(t, "balls"))
	for name, c := range map[string]struct {
		of   *run.Run
		data *datasets.Data
		load int // the number of joints with an axis
	}{"double_pendulum": {trained, data, 2}, "balls": {balls, ofBalls, 1}} {
		j, err := JointModelOf(c.of, &Joints{Data: c.data}, []string{system.LoadInput}, nil)
		require.NoError(t, err, name)
		require.Len(t, j.coordinates.Columns[system.LoadInput], c.load, name)
		require.False(t, slices.ContainsFunc(j.coordinates.Inputs, func(b systems.Baked) bool { return b.Input == system.LoadInput }), name)
	}
	anchors := system.JointAnchor.Of(&data.Train[0])
	for i, point := range links(data.Train[0], []string{"a", "b"}) {
		first := data.Train[0].Objects.Of(system.Body)[i][0]
		require.Equal(t, []string{"a", "b"}[i], point.Name)
		require.Equal(t, float64(anchors[3*first+2]), point.Rest[2])
	}
	require.False(t, forced(data.Train[0]))
	require.Nil(t, drives(data))
	pushed := data.Train[0]
	system.Force.Set(&pushed, make([]float32, len(pushed.Position)))
	require.False(t, forced(pushed), "by 0")
	system.Force.Of(&pushed)[4] = 1
	require.True(t, forced(pushed))
	driven := data.Train[0]
	values := make([]float32, 2*driven.Particles())
	first := driven.Objects.Of(system.Body)[1][0]
	values[2*first], values[2*first+1] = 3, 4
	system.Drive.Set(&driven, values)
	require.Equal(t, [][2]float32{{}, {3, 4}}, drives(&datasets.Data{Train: []system.Sample{driven}}))

	free := &run.Run{Config: run.Config{Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}}}
	samples := fixtures.Samples(system.Composition{3}, 1, 1)
	_, err := JointModelOf(free, &Joints{Data: &datasets.Data{Train: samples, Valid: samples, Test: samples}}, nil, nil)
	require.ErrorContains(t, err, "joints is for bodies on joints")
	_, err = JointModelOf(trained, &Joints{Data: data, Points: []artifact.Point{{Name: "tip", Link: "arm"}}}, nil, nil)
	require.ErrorContains(t, err, `tip is of the link of "arm", and there is none`)
}

// TestRowsOfJoints: each particle belongs to the joint of its body, which the particle in a tree represents.
func TestRowsOfJoints(t *testing.T) {
	_, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	joint, first := rowsOf(data.Train[0])
	bodies := data.Train[0].Objects.Of(system.Body)
	require.Len(t, first, len(bodies))
	for number, members := range bodies {
		require.Contains(t, members, first[number])
		for _, particle := range members {
			require.Equal(t, number, joint[particle])
		}
	}
}

// TestSystemsLikeTheTraining: systems are drawn in each region, and around true inputs if there are some: a quarter more, or of poses three in four.
// Some lie on the bounds of what models take. Nothing is drawn without ranges.
func TestSystemsLikeTheTraining(t *testing.T) {
	samples := fixtures.Samples(system.Composition{3}, 2, 1)
	ranges := &system.Ranges{Extent: &system.Range{Least: 1, Most: 2}, Speed: &system.Range{Most: 1}, Structures: []system.Structure{{Particles: 3}}}
	of := Amount{inside: 8, edges: 4, beyond: 4, moved: 8, snapped: 4, seed: 1}
	model := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4, NoCharge: true}
	for _, data := range []*run.DataInfo{nil, {}} {
		s, err := SampleLike(run.Config{Model: model, Data: data}, of, nil)
		require.NoError(t, err)
		require.Nil(t, s)
	}
	s, err := SampleLike(run.Config{Model: model, Data: &run.DataInfo{Ranges: ranges}}, Amount{}, nil)
	require.NoError(t, err)
	require.Nil(t, s)
	for _, c := range []struct {
		name          string
		posed, known  bool
		groups, moved int
	}{{"no examples", false, false, 8 + 4 + 4, 8}, {"examples", false, true, 8 + 4 + 4 + 2 + 2, 8 + 2 + 2}, {"poses", true, true, 2 + 1 + 1 + 2 + 6, 2 + 2 + 6}} {
		info := &run.DataInfo{Ranges: ranges, Posed: c.posed}
		cfg := run.Config{Model: model, Data: info}
		m := &Measurement{}
		if c.known {
			info.Examples = system.Examples(samples)
			m.AddExamples(cfg, nil)
			require.Len(t, samplesOf(m.Examples), 2)
			require.Len(t, samplesOf(m.Groups), 4, "and a perturbed copy of each")
		}
		s, err := SampleLike(cfg, of, m.Examples)
		require.NoError(t, err)
		snapped := len(samplesOf(s.Groups)) - c.groups
		require.GreaterOrEqual(t, snapped, 4, c.name)
		snappedMoved := len(samplesOf(s.Moved)) - c.moved
		require.Equal(t, 2*snappedMoved, snapped, "%s: a quarter of 8 instead of 4", c.name)
		require.NotNil(t, s.Random)
		require.Nil(t, s.Trusted)
	}
}

// TestStatesByCost: a file of many steps is tried on fewer states, and one of gradients on a tenth, but on two at least.
func TestStatesByCost(t *testing.T) {
	trained, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	for _, c := range []struct {
		gradients []string
		rollout   *rolling.Rollout
		count     int
	}{{nil, nil, 40}, {nil, &rolling.Rollout{Steps: 4}, 10}, {nil, &rolling.Rollout{}, 8}, {[]string{"q"}, nil, 4}, {[]string{"q"}, &rolling.Rollout{Steps: 4}, 2}} {
		j, err := JointModelOf(trained, &Joints{Data: data}, c.gradients, c.rollout)
		require.NoError(t, err)
		m, err := j.Measurement(Amount{inside: 40, seed: 3})
		require.NoError(t, err)
		require.Equal(t, c.count, m.states.count, "%+v", c)
		require.Len(t, m.states.torque, max(1, j.steps))
		other, err := j.Measurement(Amount{inside: 40, seed: 4})
		require.NoError(t, err)
		require.NotEqual(t, m.states.q, other.states.q)
		text, err := m.CountLimited(nil, "")
		require.NoError(t, err)
		require.Empty(t, text)
	}
}

// TestInputsOfStates: each input has its own values, those of the first step, and signs do not count in their size.
func TestInputsOfStates(t *testing.T) {
	require.Equal(t, 1., largestMagnitude([]float64{0.5, -1}))
	require.Equal(t, 2., largestMagnitude([]float64{-2}))
	require.Zero(t, largestMagnitude(nil))
	s := jointStates{q: []float64{1}, rate: []float64{2}, memory: []float64{3}, torque: [][]float64{{4}, {5}}, gravity: [3]float64{6}}
	for name, want := range map[string][]float64{
		system.CoordinateInput: {1}, system.RateInput: {2}, system.MemoryInput: {3}, system.LoadInput: {4}, system.Gravity.Name: {6, 0, 0},
	} {
		require.Equal(t, want, s.input(name), name)
	}
}

// TestMagnitudeOfOutputs: each coordinate and rate counts as much as its cotangent says, and points do not count.
func TestMagnitudeOfOutputs(t *testing.T) {
	s := jointStates{counts: map[string][]float64{joints.CoordinateState[0]: {1, -2}, joints.CoordinateState[1]: {0.5}, rolling.Points: {7}}}
	outputs := map[string][]float64{joints.CoordinateState[0]: {2, 2}, joints.CoordinateState[1]: {8}, system.Position.Name: {9}}
	require.Equal(t, 6., s.magnitude(outputs))
	require.Zero(t, jointStates{}.magnitude(outputs))
}
