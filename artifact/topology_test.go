package artifact

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestTopologyText: a topology comes back from its text, in which only an earlier build's
// null of a kind without objects is taken.
func TestTopologyText(t *testing.T) {
	written := Topology{Particles: 3, Objects: system.Objects{system.Stick.Of(0, 2)}}
	text, err := json.Marshal(written)
	require.NoError(t, err)
	require.JSONEq(t, `{"particles": 3, "sticks": [[0, 2]]}`, string(text))
	for text, message := range map[string]string{
		string(text): "",
		`{"particles": 3, "sticks": [[0, 2]], "hinges": null}`: "",
		`{"particles": 3, "sticks": [[0, null]]}`:              "sticks[0][1] is null: expected a value, or leave it out",
		`{"particles": 3, "neighbors": null}`:                  "neighbors: the whole of it is null: expected a list",
		`{"particles": null}`:                                  "particles: the whole of it is null: expected a whole number",
		`{"particles": 3, "sticks": [[0, 2]], "colour": 1}`:    `unknown field "colour"`,
	} {
		var read Topology
		if err := json.Unmarshal([]byte(text), &read); message == "" {
			require.NoError(t, err, text)
			require.Equal(t, written, read)
		} else {
			require.EqualError(t, err, message, text)
		}
	}
}
