package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestTriedText: what is of one kind is added up, and compositions with as many systems share
// their number.
func TestTriedText(t *testing.T) {
	group := func(name, kind string, samples int) Group {
		return Group{Name: name, Kind: kind, Samples: make([]system.Sample, samples)}
	}
	four, stick, hinge := group("(4)", "", 3), group("(0,1)", "", 3), group("(0,0,1)", "", 2)
	input, other := group("training input 0", "training inputs", 1), group("training input 1", "training inputs", 1)
	of := func(groups ...Group) (all []Tried) {
		for _, g := range groups {
			all = withTried(all, g.tried())
		}
		return all
	}
	for want, tried := range map[string][]Tried{
		"":                  nil,
		"3 systems of (4)":  of(four),
		"2 training inputs": of(input, other, input),
		"1 training input":  of(input, input),
		"3 systems each of (4) (0,1), 2 systems of (0,0,1), 1 training input": of(four, stick, hinge, input),
		"3 systems of (4), 1 training input, 3 systems of (0,1)":              of(four, input, stick),
		"1 system of (4)":         of(group("(4)", "", 1)),
		"7 wrong inputs, 7 steps": withTried([]Tried{{Count: 7, Of: "wrong inputs"}}, []Tried{{Count: 7, Of: "steps"}}),
	} {
		require.Equal(t, want, TriedText(tried))
	}
	require.Equal(t, "3 batch sizes from 1 to 9", Finding{Batches: []int{1, 2, 9}, Tried: of(four)}.TriedText())
	require.Equal(t, "3 systems of (4)", Finding{Tried: of(four)}.TriedText())
	for promise, verb := range map[string]string{"rotations": "keeps", "reflections": "keeps", "translations": "keeps", "renumbering": "keeps", Lengths: "keeps", Faults: "gives"} {
		require.Equal(t, verb, Verb(promise))
	}
}
