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
	chain, trees := group("(a chain of joints)", "", 3), group("(trees of joints)", "", 3)
	input, other := group("training input 0", "training inputs", 1), group("training input 1", "training inputs", 1)
	of := func(groups ...Group) (all []Tried) {
		for _, g := range groups {
			all = withTried(all, g.Tried())
		}
		return all
	}
	for want, tried := range map[string][]Tried{
		"":                                    nil,
		"3 random systems (4 free particles)": of(four),
		"2 training inputs":                   of(input, other, input),
		"1 training input":                    of(input, input),
		"3 random systems of each of these kinds (4 free particles, 1 stick); 2 random systems (1 hinge); 1 training input": of(four, stick, hinge, input),
		"3 random systems (4 free particles); 1 training input; 3 random systems (1 stick)":                                 of(four, input, stick),
		"1 random system (3 free particles + 2 sticks + 1 hinge)":                                                           of(group("(3,2,1)", "", 1)),
		"3 random systems of each of these kinds (4 free particles, a chain of joints, trees of joints, two balls)":         of(four, chain, trees, group("(two balls)", "random systems of two balls", 3)),
		"1 state of the joints; 1 random system at rest; 1 invalid input":                                                   {{Count: 1, Of: "states of the joints"}, {Count: 1, Of: "random systems at rest"}, {Count: 1, Of: "invalid inputs"}},
		"1 step of random systems (a chain of joints)":                                                                      {{Count: 1, Of: StepsOf(chain)}},
		"2 steps of random systems (4 free particles)":                                                                      {{Count: 2, Of: StepsOf(four)}},
		"3 steps of random systems (4 free particles); 3 random systems (1 stick)":                                          {{Count: 3, Of: StepsOf(four)}, {Count: 3, Of: SystemsOf + "(0,1)"}},
		"7 invalid inputs; 7 steps": withTried([]Tried{{Count: 7, Of: "invalid inputs"}}, []Tried{{Count: 7, Of: "steps"}}),
	} {
		require.Equal(t, want, TriedText(tried))
	}
	require.Equal(t, "3 batch sizes from 1 to 9", Finding{Batches: []int{1, 2, 9}, Tried: of(four)}.TriedText())
	require.Equal(t, "3 batch sizes from 1 to 9, with each kind of systems at least 1 of them: 3 random systems (4 free particles)", Finding{Batches: []int{1, 2, 9}, FewestBatches: 1, Tried: of(four)}.TriedText())
	require.Equal(t, "3 batch sizes from 1 to 9: 3 random systems (4 free particles)", Finding{Batches: []int{1, 2, 9}, FewestBatches: 3, Tried: of(four)}.TriedText())
	require.Equal(t, "3 random systems (4 free particles), each 1 times in one batch", Finding{Copies: 1, Tried: of(four)}.TriedText())
	require.Equal(t, 3+3, Finding{Tried: of(four, stick)}.Systems())
	require.Equal(t, "3 random systems (4 free particles)", Finding{Tried: of(four)}.TriedText())
	for promise, is := range map[string]bool{"rotations": true, "reflections": true, "translations": true, "renumbering": true, Lengths: false, Faults: false} {
		require.Equal(t, is, IsMotion(promise))
	}
}
