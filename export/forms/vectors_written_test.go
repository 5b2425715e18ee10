package forms

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
)

// TestOutputsAreNotMixed: what an output reads is written as it is.
func TestOutputsAreNotMixed(t *testing.T) {
	v := &ir.Value{}
	e := &Emitter{readBy: map[*ir.Value][]*ir.Node{v: {nil}}}
	require.False(t, e.isMixed(v))
	require.False(t, e.isMixed(&ir.Value{}), "nothing reads it")
}
