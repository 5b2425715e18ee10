package strictjson

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnmarshal(t *testing.T) {
	into := struct{ Width int }{7}
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
