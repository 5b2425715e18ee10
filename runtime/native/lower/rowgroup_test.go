package lower

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWillHave: a program that a node joins has the values of its own nodes for nodes that read single
// rows, and a sum onto which it scatters for another scatter onto that sum.
func TestWillHave(t *testing.T) {
	const inside, onto, done = 0, 1, 2
	g := &grouping{values: []groupedValue{{inside: true, kind: 1}, {onto: true, kind: 1}, {done: true, kind: 1}}}
	for _, c := range []struct {
		node  waitingNode
		value int
		want  bool
	}{
		{waitingNode{narrow: true, kind: 1}, inside, true},
		{waitingNode{narrow: true, kind: 1}, done, false},
		{waitingNode{kind: 1}, inside, false},
		{waitingNode{narrow: true, kind: 2}, inside, false},
		{waitingNode{narrow: true, kind: 1, moves: true}, inside, false},
		{waitingNode{narrow: true, kind: 1, adds: true, args: []int{onto, inside}}, onto, true},
		{waitingNode{narrow: true, kind: 1, adds: true, args: []int{inside, onto}}, onto, false},
		{waitingNode{narrow: true, kind: 1, args: []int{onto, inside}}, onto, false},
	} {
		require.Equal(t, c.want, g.willHave(&c.node, c.value), "%+v", c)
	}
}
