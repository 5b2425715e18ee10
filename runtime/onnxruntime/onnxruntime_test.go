package onnxruntime

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStatus: a status is the library that works, the library that does not with the reason, or the reason why there is none.
func TestStatus(t *testing.T) {
	library := Library{Path: "/lib/libonnxruntime.so", Version: "1.30.0", Source: "here"}
	reason := errors.New("it is broken")
	require.Equal(t, "1.30.0 in /lib/libonnxruntime.so (here)", Status{Library: library}.String())
	require.Equal(t, "1.30.0 in /lib/libonnxruntime.so (here) cannot be used: it is broken", Status{Library: library, Err: reason}.String())
	require.Equal(t, "it is broken", Status{Err: reason}.String())
}
