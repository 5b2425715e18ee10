package weights

import (
	"strconv"
	"strings"
	"testing"

	"github.com/nlpodyssey/gopickle/types"
	"github.com/stretchr/testify/require"
)

// TestNotes: single values with names are kept, those of a group with its name before theirs.
func TestNotes(t *testing.T) {
	require.Equal(t, map[string]string{"epoch": "7", "rate": "0.001", "done": "true", "name": "a", "act": "torch.nn.modules.activation.SiLU", "args.hidden": "64"},
		notes([]types.DictEntry{
			{Key: "epoch", Value: 7}, {Key: "rate", Value: 1e-3}, {Key: "done", Value: true}, {Key: "name", Value: "a"}, {Key: 5, Value: 6},
			{Key: "act", Value: &opaque{class: "torch.nn.modules.activation.SiLU"}}, {Key: "optimizer", Value: &opaque{class: "torch.optim.Adam"}},
			{Key: "list", Value: types.NewListFromSlice([]any{1})}, {Key: "args", Value: &opaque{class: "argparse.Namespace", state: &types.Dict{{Key: "hidden", Value: 64}}}},
		}))
}

// TestNotesAreBounded: a key has at most 256 bytes with its group, and there are at most a thousand notes.
func TestNotesAreBounded(t *testing.T) {
	key := strings.Repeat("k", 256)
	require.Equal(t, map[string]string{key: "1"}, notes([]types.DictEntry{{Key: key, Value: 1}, {Key: key + "k", Value: 2}}))
	require.Equal(t, map[string]string{"a." + key[2:]: "1"}, notes([]types.DictEntry{{Key: "a", Value: &types.Dict{{Key: key[2:], Value: 1}, {Key: key[1:], Value: 2}}}}))
	var many []types.DictEntry
	for i := range 1001 {
		many = append(many, types.DictEntry{Key: strconv.Itoa(i), Value: i})
	}
	require.Len(t, notes(many[:999]), 999)
	require.Len(t, notes(many), 1000)
}
