package measure

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFaults: what several runtimes break is told once, with their names.
func TestFaults(t *testing.T) {
	var none, found faults
	none.add("onnxruntime", nil)
	require.NoError(t, none.joined())
	turned, moved := errors.New("rotations: off by 1"), errors.New("translations: off by 2")
	found.add("onnx-go", errors.Join(turned, moved))
	found.add("onnxruntime", errors.Join(errors.New("rotations: off by 3"), errors.New("no session")))
	require.EqualError(t, found.joined(), "in onnx-go and onnxruntime: rotations: off by 1\nin onnx-go: translations: off by 2\nin onnxruntime: no session")
	require.ErrorIs(t, found.joined(), moved)
}
