package system

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDamagedObjects: an example whose objects or rows are wrong is refused, and one of joints hangs.
func TestDamagedObjects(t *testing.T) {
	for text, want := range map[string]string{
		`{"position":[[0,0,0]],"velocity":[[0,0,0]],"sticks":[["a"]]}`:         "sticks: ",
		`{"position":[[0,0,0]],"velocity":[[0,0,0]],"parents":[[0]]}`:          "parents: ",
		`{"position":[[0,0,0]],"velocity":[[0,0,0]],"parents":[0]}`:            "particle 0 is its own parent",
		`{"position":[[0,0,0]],"velocity":[[0,0,0]],"bodies":[-2]}`:            "there is no body -2",
		`{"position":[[0,0,0]],"velocity":[[0,0,0]],"neighbors":[0]}`:          "neighbors: ",
		`{"position":[[0,0,0]],"velocity":[[0,0,0]],"neighbors":[[0],[0, 1]]}`: "neighbors: rows of different lengths",
		`{"position":[0]}`:          "position: ",
		`{"nothing":[0]}`:           `unknown input "nothing"`,
		`[]`:                        "cannot unmarshal",
		`{"position":[[0],[0, 1]]}`: "position: rows of different lengths",
	} {
		var e Example
		require.ErrorContains(t, json.Unmarshal([]byte(text), &e), want, text)
	}
	s := Sample{Position: make([]float32, 12), Velocity: make([]float32, 12)}
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	require.NoError(t, s.Join(rest, []Joint{{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}}}))
	text, err := json.Marshal(Example{Sample: s})
	require.NoError(t, err)
	var again Example
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, s.Objects, again.Objects)
	require.True(t, slices.ContainsFunc(again.Objects, func(o Object) bool { return o.Hangs }))
}
