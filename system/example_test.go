package system_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/strictjson"
	"gmnc/system"
)

// along are n particles on a line, with a charge of the first that tells samples apart.
func along(n int, charge float32) system.Sample {
	s := system.Sample{Position: make([]float32, 3*n), Velocity: make([]float32, 3*n), Charge: make([]float32, n), TargetPosition: make([]float32, 3*n)}
	for i := range n {
		s.Position[3*i] = float32(i) / 3
	}
	s.Charge[0] = charge
	return s
}

// TestExamples come from the middles of thirds, and there are as many as fit.
func TestExamples(t *testing.T) {
	for _, c := range []struct {
		samples, particles int
		want               []float32
	}{
		{0, 2, nil}, {1, 2, []float32{0}}, {2, 2, []float32{0, 1}}, {3, 2, []float32{0, 1, 2}}, {12, 2, []float32{2, 6, 10}},
		{6, 400, []float32{1}}, {6, 1000, nil}, {6, 6000, nil},
	} {
		var samples []system.Sample
		for i := range c.samples {
			samples = append(samples, along(c.particles, float32(i)))
		}
		var got []float32
		for _, example := range system.Examples(samples) {
			require.Nil(t, example.TargetPosition)
			got = append(got, example.Charge[0])
		}
		require.Equal(t, c.want, got, "%d samples of %d particles", c.samples, c.particles)
	}
}

// TestAnExampleInJSON reads back to the bit, with the names and axes of a file's inputs.
func TestAnExampleInJSON(t *testing.T) {
	s := along(5, math.Nextafter32(0.1, 1))
	s.TargetPosition = nil
	s.Objects = system.Objects{system.Stick.Of(4, 2)}
	s.Neighbors = []int64{1, -1, 0, 2, -1, -1, 4, 3, 1, 0}
	s.NodeFeatures, s.EdgeFeatures = []float32{1, 2, 3, 4, 5}, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	system.Mass.Set(&s, []float32{1, 2, 3, 4, 5})
	system.Gravity.Set(&s, []float32{0, 0, -9.81})
	text, err := json.Marshal(system.Example{Sample: s})
	require.NoError(t, err)
	require.JSONEq(t, `{"position":[[0,0,0],[0.33333334,0,0],[0.6666667,0,0],[1,0,0],[1.3333334,0,0]],
		"velocity":[[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]],"charge":[[0.10000001],[0],[0],[0],[0]],"mass":[[1],[2],[3],[4],[5]],
		"gravity":[0,0,-9.81],"node_features":[[1],[2],[3],[4],[5]],"edge_features":[[[1],[2]],[[3],[4]],[[5],[6]],[[7],[8]],[[9],[10]]],
		"neighbors":[[1,-1],[0,2],[-1,-1],[4,3],[1,0]],"sticks":[[4,2]]}`, string(text))
	var read system.Example
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, s, read.Sample)

	bodies := along(5, 1)
	bodies.TargetPosition = nil
	for _, kind := range []*system.Kind{system.Tree, system.Body} {
		objects, err := kind.Numbered(map[*system.Kind][]int64{system.Tree: {-1, 0, -1, -1, -1}, system.Body: {-1, -1, 0, 0, -1}}[kind], nil)
		require.NoError(t, err)
		bodies.Objects = append(bodies.Objects, objects...)
	}
	text, err = json.Marshal(system.Example{Sample: bodies})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, bodies, read.Sample)

	require.True(t, read.Forests)

	// A file of trees or bodies takes both arrays, also of a system without either.
	free := along(2, 1)
	free.TargetPosition = nil
	for forests, want := range map[bool]string{false: "", true: `,"parents":[-1,-1],"bodies":[-1,-1]`} {
		text, err = json.Marshal(system.Example{Sample: free, Forests: forests})
		require.NoError(t, err)
		require.JSONEq(t, `{"position":[[0,0,0],[0.33333334,0,0]],"velocity":[[0,0,0],[0,0,0]],"charge":[[1],[0]]`+want+`}`, string(text))
		require.NoError(t, json.Unmarshal(text, &read))
		require.Equal(t, system.Example{Sample: free, Forests: forests}, read)
	}

	kept := system.Example{Sample: s}.Keep(func(f *system.Field) bool { return f == system.Mass })
	require.Nil(t, kept.Charge)
	require.Nil(t, system.Gravity.Of(&kept.Sample))
	require.NotNil(t, system.Mass.Of(&kept.Sample))
	require.Equal(t, s.Position, kept.Position)
}

// TestDamagedExamples are refused with what is wrong.
func TestDamagedExamples(t *testing.T) {
	const state = `"position":[[0,0,0],[1,0,0]],"velocity":[[0,0,0],[0,0,0]]`
	for text, want := range map[string]string{
		`[{` + state + `}]`:                               "",
		`[{"position":[[0,0,0]]}]`:                        "positions and velocities (x0 and v0): sample 0 has 3 and 0 numbers",
		`[{"position":[[0,0],[0]],"velocity":[[0,0,0]]}]`: "position: rows of different lengths",
		`[{` + state + `,"weight":1}]`:                    `unknown input "weight"`,
		`[{` + state + `,"target":[[0,0,0]]}]`:            `unknown input "target"`,
		`[{` + state + `,"sticks":[[0,2]]}]`:              "sticks",
		`[{` + state + `,"parents":[-1,5]}]`:              "parent",
		`[{` + state + `,"gravity":[[0,0,1]]}]`:           "gravity: ",
		`[{` + state + `,"neighbors":[[1],[0,1]]}]`:       "neighbors: rows of different lengths",
		`[{` + state + `,"charge":[[null],[1]]}]`:         "[0].charge[0][0] is null: expected",
		`[null]`: "data.examples[0] is null: expected a system",
		fmt.Sprintf("[{%[1]s},{%[1]s},{%[1]s},{%[1]s}]", state): "4 systems, expected 3 at most",
		fmt.Sprintf("[{%[1]s},{%[1]s},{%[1]s}]", state):         "",
		`[{` + state + `,"mass":[[-1],[1]]}]`:                   "mass",
	} {
		var examples []system.Example
		err := strictjson.Unmarshal([]byte(text), &examples)
		if err == nil {
			err = system.CheckExamples(examples)
		}
		if want == "" {
			require.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, err, want, text)
	}
}
