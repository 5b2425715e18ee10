package measure

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestOneTopology: a file for one kind of system takes data of all splits that have the same structure. A sample with another
// is named, and so are neighbours of which there are none.
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

// TestEdgeColumns: the columns of edges count in a function and in the widest function that it calls, and others do not.
func TestEdgeColumns(t *testing.T) {
	value := func(rows string, columns int) *ir.Value { return &ir.Value{Type: ir.Floats(ir.Rows(rows), columns)} }
	index := &ir.Value{Type: ir.Indices("particles", ir.Rows(graph.Edges))}
	of := func(values ...*ir.Value) *ir.Func { return &ir.Func{Nodes: []*ir.Node{{Results: values}}} }
	narrow, wide := of(value(graph.Edges, 2)), of(value(graph.Edges, 5))
	f := &ir.Func{Nodes: []*ir.Node{{Results: []*ir.Value{value(graph.Edges, 3), value("particles", 100), index}}, {Callee: wide}, {Callee: narrow}, {Results: []*ir.Value{value(graph.Edges, 4)}}}}
	require.Equal(t, 3+4+5, edgeColumns(f))
	require.Equal(t, 8.*(1+12), referenceEdgeMemory(&ir.Module{Main: f}))
}

// TestMemoryOfTopologies: a topology is refused if its edges, or with trees the pairs of its particles, need more memory than is free.
func TestMemoryOfTopologies(t *testing.T) {
	cloud := artifact.Topology{Particles: 1000}
	require.NoError(t, checkMemory(cloud, 8))
	require.ErrorContains(t, checkMemory(cloud, 1e15), "cannot be measured: that takes about 9.3e+11 GB, where ")
	forest := artifact.Topology{Particles: 1000, Objects: system.Objects{{Kind: system.Tree, Members: []int{0, 1}, Parents: []int{-1, 0}}}}
	require.NoError(t, checkMemory(forest, 0))
	_, err := WithoutReference(run.Config{Model: config.Config{Model: "gmn"}}, &cloud, 1e15)
	require.ErrorContains(t, err, "cannot be measured")
}

// opened is a predictor that counts how often it is opened, asked and closed.
type opened struct{ opens, asked, closes int }

func (o *opened) open() (predict.Predictor, error) { o.opens++; return o, nil }
func (o *opened) Close() error                     { o.closes++; return nil }
func (o *opened) Predict([]system.Sample) (position, velocity []float32, err error) {
	return nil, nil, nil
}
func (o *opened) Outputs([]system.Sample) (map[string][]float32, error) {
	o.asked++
	return map[string][]float32{"position": {1}, "velocity": {2}}, nil
}

// TestTwinsAreOpenedWhenAsked: the model of a file is opened at once, and its twin when it is first asked. Both are closed, a twin that was never asked
// excepted.
func TestTwinsAreOpenedWhenAsked(t *testing.T) {
	trusted, closed, err := trust(nil, nil, nil, nil)
	require.NoError(t, err)
	require.Nil(t, trusted.Predictor)
	require.NoError(t, closed())
	for _, asks := range []int{0, 1, 2} {
		model, twin := new(opened), new(opened)
		trusted, closed, err := trust(nil, nil, model.open, twin.open)
		require.NoError(t, err)
		require.Equal(t, 1, model.opens)
		for range asks {
			outputs, err := trusted.Twin.Outputs(nil)
			require.NoError(t, err)
			require.Len(t, outputs, 2)
		}
		require.NoError(t, closed())
		require.Equal(t, opened{min(asks, 1), asks, min(asks, 1)}, *twin)
		require.Equal(t, 1, model.closes)
	}
	fails := func() (predict.Predictor, error) { return nil, errors.New("no engine") }
	_, _, err = trust(nil, nil, fails, nil)
	require.EqualError(t, err, "no engine")
	model := new(opened)
	trusted, closed, err = trust(nil, nil, model.open, fails)
	require.NoError(t, err)
	_, err = trusted.Twin.Outputs(nil)
	require.EqualError(t, err, "no engine")
	require.NoError(t, closed())
	trusted, closed, err = trust(nil, nil, model.open, nil)
	require.NoError(t, err)
	require.Nil(t, trusted.Twin)
	require.NoError(t, closed())
	require.Equal(t, 2, model.closes)
}

// TestMostKinds: the group whose systems have objects of the most kinds is taken, however many objects of one kind another has.
func TestMostKinds(t *testing.T) {
	of := func(name string, c system.Composition) verify.Group {
		return verify.Group{Name: name, Samples: fixtures.Samples(c, 1, 1)}
	}
	groups := []verify.Group{of("free", system.Composition{3}), of("both", system.Composition{0, 1, 1}), of("sticks", system.Composition{0, 4})}
	require.Equal(t, "both", mostKinds(groups).Name)
	require.Equal(t, "free", mostKinds(groups[:1]).Name)
}

// TestPartsOfFiles: a file of several steps is unrolled if it predicts. What is found of its first step says so.
func TestPartsOfFiles(t *testing.T) {
	of := func(steps int) part {
		return part{Measurement: &Measurement{}, signature: artifact.Signature{Steps: steps}}
	}
	require.False(t, of(0).unrolled())
	require.False(t, of(1).unrolled())
	require.True(t, of(2).unrolled())
	trains, pulls := of(2), of(2)
	trains.steps, pulls.pullback = &TrainingStep{}, &Pullback{}
	require.False(t, trains.unrolled())
	require.False(t, pulls.unrolled())
	report := verify.Report{Findings: []verify.Finding{{Promise: "rotations"}}}
	require.Equal(t, "rotations", parts{whole: of(1)}.ofFirst(report).Findings[0].Promise)
	require.Equal(t, "rotations of the first step", parts{whole: of(2)}.ofFirst(report).Findings[0].Promise)
	all, err := findings([]verify.Report{report, {Broken: []error{errors.New("off")}}, report})
	require.Len(t, all, 2)
	require.EqualError(t, err, "off")
	require.Equal(t, []verify.Tried{{Count: 7, Of: "later steps"}}, notRun(7).Tried)
}

// TestInputsThatAreRead: all models read positions, and rigid ones what an output depends on.
func TestInputsThatAreRead(t *testing.T) {
	for _, c := range []struct {
		rigid bool
		input string
		want  bool
	}{{false, "position", true}, {false, "velocity", false}, {true, "position", true}, {true, "velocity", true}, {true, "charge", false}} {
		p := part{Measurement: &Measurement{promised: config.Description{Rigid: c.rigid}, unread: []string{"charge", "position"}}}
		require.Equal(t, c.want, p.reads(c.input), "%+v", c)
	}
}

// TestTrueInputsComeFirst: threads are compared on the true training inputs, or on what was drawn if there are none.
func TestTrueInputsComeFirst(t *testing.T) {
	samples := fixtures.Samples(system.Composition{3}, 2, 1)
	p := part{Measurement: &Measurement{Groups: []verify.Group{{Name: "drawn"}}}}
	require.Equal(t, "drawn", p.ofOwnKind().Name)
	p.Examples = []verify.Group{{Samples: samples[:1]}, {Samples: samples[1:]}}
	require.Equal(t, verify.TrainingInput+"s", p.ofOwnKind().Name)
	require.Len(t, p.ofOwnKind().Samples, 2)
}

// TestUnreadOf: the inputs on which no output depends are named as in a file.
func TestUnreadOf(t *testing.T) {
	rows := ir.Floats(ir.Rows("particles"), 3)
	module := &ir.Module{Dims: []ir.Dimension{{Symbol: "particles", Rows: true}, {Symbol: graph.Edges, Rows: true}}}
	require.NoError(t, ir.Build(module, func(b *ir.Builder) {
		x := b.Input("position", rows)
		b.Input("velocity", rows)
		b.Input(system.SendersInput, ir.Indices("particles", ir.Rows(graph.Edges)))
		b.Output("position", b.Mul(x, x))
	}))
	unread := unreadOf(module)
	slices.Sort(unread)
	require.Equal(t, []string{graph.Neighbors, "velocity"}, unread)
}

// TestNamesOfEngines: an engine has its version behind its name, if it has one.
func TestNamesOfEngines(t *testing.T) {
	version := ""
	of := runtime.Engine{Name: "own"}
	require.Equal(t, "own", EngineName(of))
	of.Version = func() string { return version }
	require.Equal(t, "own", EngineName(of))
	version = "1.2"
	require.Equal(t, "own 1.2", EngineName(of))
}

// TestEnginesThatMeasure: a file that is not trusted runs in the bounded engine alone, and one with a Loop where there are Loops. The
// others are named with the reason, and what is broken is told with the engines.
func TestEnginesThatMeasure(t *testing.T) {
	ran := func(untrusted, loops bool, broken error) (names, missing []string, err error) {
		measured, missing, err := inEngines(t.Context(), untrusted, loops, func(engine runtime.Engine) ([]verify.Finding, error) {
			names = append(names, engine.Name)
			require.NotNil(t, engine.OpenFile)
			if loops {
				require.True(t, engine.Loops)
			}
			return []verify.Finding{{Promise: "one"}}, broken
		})
		require.Len(t, measured, len(names))
		for i := range measured {
			require.Contains(t, measured[i].Runtime, names[i])
			require.Len(t, measured[i].Findings, 1)
		}
		return names, missing, err
	}
	names, _, err := ran(false, false, nil)
	require.NoError(t, err)
	require.Contains(t, names, engines.Bounded().Name)
	names, missing, err := ran(true, false, nil)
	require.NoError(t, err)
	require.Equal(t, []string{engines.Bounded().Name}, names)
	require.NotEmpty(t, missing)
	_, _, err = ran(true, false, errors.New("rotations: off"))
	require.EqualError(t, err, "in "+engines.Bounded().Name+": rotations: off")
	_, missing, _ = ran(false, true, nil)
	for _, text := range missing {
		require.Contains(t, text, "The file was not checked in ")
	}
}

// TestPointsOfLinks: a point is a sum of the particles of its link with weights that add up to 1. A point off the plane of all of
// them is refused.
func TestPointsOfLinks(t *testing.T) {
	var robot system.Sample
	corner := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 5, 5}
	robot.Position = corner
	system.Rest.Set(&robot, corner)
	of := func(members []int, x ...float64) ([]float64, error) {
		return weightsOf(robot, members, artifact.Point{Name: "tip", Link: "arm", Rest: [3]float64(x)})
	}
	for _, c := range []struct {
		members []int
		at      []float64
		refused bool
	}{
		{[]int{0, 1, 2, 3}, []float64{0, 0, 0}, false}, {[]int{0, 1, 2, 3}, []float64{2, -3, 4}, false}, {[]int{3, 1, 2, 0}, []float64{1e6, 0, 1}, false},
		{[]int{0, 1, 2}, []float64{3, 4, 0}, false}, {[]int{0, 1, 2}, []float64{3, 4, 0.9e-5}, false}, {[]int{0, 1, 2}, []float64{0, 0, 1e-2}, true}, {[]int{0, 1, 2}, []float64{math.Inf(1), 0, 0}, true},
	} {
		weights, err := of(c.members, c.at...)
		require.Equal(t, c.refused, err != nil, "%+v: %v", c, err)
		if c.refused {
			require.ErrorContains(t, err, "tip is ")
			continue
		}
		require.Len(t, weights, 5)
		require.Zero(t, weights[4], "of another link")
		sum, point := 0.0, [3]float64{}
		for i, weight := range weights {
			sum += weight
			for axis := range point {
				point[axis] += weight * float64(corner[3*i+axis])
			}
		}
		require.InDelta(t, 1, sum, 1e-6)
		for axis, x := range c.at {
			require.InDelta(t, x, point[axis], 1e-5*max(1, math.Abs(c.at[0])))
		}
	}
}
