package commandline

import (
	"bytes"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// TestFramesThatAreLeftOut: a training that takes only the first two frames of trajectories says so. Constants alone are fitted to all
// frames, except those of contacts.
func TestFramesThatAreLeftOut(t *testing.T) {
	simulated := func(flags string) *datasets.Data {
		path := filepath.Join(t.TempDir(), "data.npz")
		gmnc(t, append([]string{"simulate", "--system", "1 particle, 1 body(4)", "-o", path}, strings.Fields("--neutral --gravity 0,0,-1 --train 2 --valid 1 --test 0 "+flags)...)...)
		data, err := datasets.Read(path)
		require.NoError(t, err)
		return data
	}
	two, four, planes := simulated(""), simulated("--frames 4"), simulated("--frames 4 --plane 0,0,1,-2")
	for _, c := range []struct {
		flags string
		data  *datasets.Data
		told  bool
	}{
		{"--model gmn-ode", two, false}, {"--model gmn-ode", four, true}, {"--model gmn-ode --unroll 2", four, false},
		{"--model gmn-ode --forces none --learn gravity", four, false}, {"--model gmn-ode --forces none --learn gravity", planes, true},
		{"--model gmn-ode --forces none", planes, false},
	} {
		var out, notes bytes.Buffer
		command := parsedTrain(t, c.flags)
		command.examine(newTerminal(&out, &notes, manner{}, runtime.Alone{}), train.Job{Data: c.data, Config: run.Config{Model: command.model()}})
		require.Equal(t, c.told, strings.Contains(notes.String(), "note: training samples have up to 4 frames, and training takes only the first two of each"), "%s: %s", c.flags, notes.String())
	}
}

// TestEdgesOfTrainings: a batch of training samples has to fit into memory, for each run that trains at the same time, and one sample
// for validation or test.
func TestEdgesOfTrainings(t *testing.T) {
	defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(2))
	large := system.Sample{Position: make([]float32, 3*1000)} // its edges take 0.0074 GB
	two := []system.Sample{large, large}
	for _, c := range []struct {
		flags string
		sweep []string
		data  datasets.Data
		want  string
	}{
		{"--memory 0.01 --batch 1", nil, datasets.Data{Train: two, Valid: two, Test: two}, ""},
		{"--memory 0.01 --batch 2", nil, datasets.Data{Train: two}, "the 2 largest samples together"},
		{"--memory 0.01 --batch 2", nil, datasets.Data{Train: two[:1]}, ""},
		{"--memory 0.01 --batch 1", []string{"seed=1,2"}, datasets.Data{Train: two}, "the 2 largest samples together"},
		{"--memory 0.01 --batch 1", []string{"seed=1"}, datasets.Data{Train: two}, ""},
		{"--memory 0.007 --batch 1", nil, datasets.Data{Train: two[:1]}, "sample 0 has 1000 particles"},
		{"--memory 0.007 --batch 1", nil, datasets.Data{Valid: two[:1]}, "sample 0 has 1000 particles"},
		{"--memory 0.007 --batch 1", nil, datasets.Data{Test: two[:1]}, "sample 0 has 1000 particles"},
	} {
		command := parsedTrain(t, "--model gmn "+c.flags)
		command.Sweep = c.sweep
		err := command.checkEdges(&c.data)
		if c.want == "" {
			require.NoError(t, err, c.flags)
		} else {
			require.ErrorContains(t, err, c.want, c.flags)
		}
	}
}
