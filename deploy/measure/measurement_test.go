package measure

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/system"
)

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

// TestEnginesThatMeasure: a file is measured in the engines that run files, the last of the table
// first. One that is not trusted runs in the bounded engine alone, and one with a Loop where there
// are Loops. The others are named with the reason, and what is broken is told with the engines.
func TestEnginesThatMeasure(t *testing.T) {
	const bounded = "onnx-go"
	opens := func([]byte) (runtime.Session, error) { return nil, nil }
	here, absent := func() error { return nil }, func() error { return errors.New("install it") }
	table := []runtime.Engine{
		{Name: "modules", Available: here},
		{Name: "absent", Available: absent, OpenFile: opens},
		{Name: "loops", Available: here, OpenFile: opens, Loops: true, Version: func() string { return "1.2" }},
		{Name: bounded, Available: here, OpenFile: opens},
	}
	const isAbsent = "The file was not checked in absent: install it."
	for _, c := range []struct {
		name             string
		table            []runtime.Engine
		untrusted, loops bool
		broken           error
		measured         []string
		missing          []string
		err              string
	}{
		{"a file", table, false, false, nil, []string{bounded, "loops 1.2"}, []string{isAbsent}, ""},
		{"a broken file", table, false, false, errors.New("rotations: off"), []string{bounded, "loops 1.2"}, []string{isAbsent}, "in onnx-go and loops: rotations: off"},
		{"a file that is not trusted", table, true, false, nil, []string{bounded}, []string{"The file was not checked in loops: it was changed, and may end a process that it runs in.", isAbsent}, ""},
		{"a Loop", table, false, true, nil, []string{"loops 1.2"}, []string{"The file was not checked in onnx-go, which has no Loop.", isAbsent}, ""},
		{"no engine", table[:2], false, false, nil, nil, []string{isAbsent}, "no runtime at hand runs the file, so nothing is known of it: gmnc doctor says how to get one"},
	} {
		measured, missing, err := inEngines(t.Context(), c.table, c.untrusted, c.loops, func(engine runtime.Engine) ([]verify.Finding, error) {
			return []verify.Finding{{Promise: engine.Name}}, c.broken
		})
		var names []string
		for _, one := range measured {
			names = append(names, one.Runtime)
			require.Len(t, one.Findings, 1, c.name)
			require.Contains(t, one.Runtime, one.Findings[0].Promise, c.name)
		}
		require.Equal(t, c.measured, names, c.name)
		require.Equal(t, c.missing, missing, c.name)
		if c.err == "" {
			require.NoError(t, err, c.name)
		} else {
			require.EqualError(t, err, c.err, c.name)
		}
	}
}
