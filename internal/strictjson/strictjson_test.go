package strictjson

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnmarshal(t *testing.T) {
	into := struct {
		Width int `json:"width"`
	}{7}
	require.NoError(t, Unmarshal([]byte("{} \n"), &into))
	require.Equal(t, 7, into.Width, "what is not there stays")
	require.NoError(t, Unmarshal([]byte(`{"width": 8}`), &into))
	require.Equal(t, 8, into.Width)
	for text, message := range map[string]string{
		`{"height": 8}`:   `unknown field "height"`,
		`{"width": 8} {}`: "there is more after its end",
		`{"width": 8}}`:   "there is more after its end",
		`{"width":`:       "unexpected EOF",
		"":                "EOF",
	} {
		require.ErrorContains(t, Unmarshal([]byte(text), &into), message)
	}
}

// TestEveryKeyCounts: the second of two equal keys, and one in another case,
// are not what encoding/json makes of them.
func TestEveryKeyCounts(t *testing.T) {
	type inner struct {
		Names []string `json:"names"`
	}
	type outer struct {
		Width int `json:"width"`
		Plain int
		Inner *inner           `json:"inner"`
		List  []inner          `json:"list"`
		Map   map[string]inner `json:"map"`
		Any   any              `json:"any"`
	}
	for text, message := range map[string]string{
		`{"width": 1, "Plain": 2, "inner": {"names": ["a", "a"]}, "list": [{}, {}], "map": {"A": {}, "a": {}}, "any": {"A": {"b": 1}, "a": [1]}}`: "",
		`{"width": 1, "width": 1}`:                 `the key "width" comes twice`,
		`{"width": 1, "wi\u0064th": 1}`:            `the key "width" comes twice`,
		`{"Width": 1}`:                             `unknown field "Width": case counts`,
		`{"plain": 1}`:                             `unknown field "plain": case counts`,
		`{"inner": {"Names": []}}`:                 `unknown field "Names": case counts`,
		`{"list": [{}, {"NAMES": []}]}`:            `unknown field "NAMES": case counts`,
		`{"map": {"a": {"namEs": []}}}`:            `unknown field "namEs": case counts`,
		`{"map": {"a": {}, "a": {}}}`:              `the key "a" comes twice`,
		`{"any": [[{"x": {"b": [], "b": null}}]]}`: `the key "b" comes twice`,
	} {
		err := Unmarshal([]byte(text), &outer{})
		if message == "" {
			require.NoError(t, err, text)
		} else {
			require.EqualError(t, err, message, text)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"width": 1, "list": [{"width": 2}], "any": {"a": [1e9, null, "x"]}}`))
	f.Add([]byte(`{"width": 1, "Width": 2, "width": 3}`))
	type tree struct {
		Width int    `json:"width"`
		List  []tree `json:"list"`
		Any   any    `json:"any"`
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var read tree
		if Unmarshal(text, &read) != nil {
			return
		}
		written, err := json.Marshal(read)
		require.NoError(t, err)
		var again tree
		require.NoError(t, Unmarshal(written, &again), "%s", written)
		require.Equal(t, read, again)
	})
}
