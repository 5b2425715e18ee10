package onnxruntime

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
)

// TestOfMemory: where the library got no memory, the error says what to do; others are as they were.
func TestOfMemory(t *testing.T) {
	for said, short := range map[string]string{
		"Non-zero status code returned while running MatMul node. Status Message: std::bad_alloc":                "std::bad_alloc",
		"Exception during initialization: bad allocation":                                                        "bad allocation",
		"bfc_arena.cc:376 AllocateRawInternal Failed to allocate memory for requested buffer of size 1073741824": "Failed to allocate memory",
		"Status Message: indices element out of data bounds":                                                     "",
	} {
		err := errors.New(said)
		got := ofMemory(err)
		require.Equal(t, short != "", errors.Is(got, runtime.ErrMemory), said)
		if short == "" {
			require.Equal(t, err, got)
			continue
		}
		require.EqualError(t, got, "there is too little memory: raise the limit (ulimit -v, or that of the container or job), or set GOMAXPROCS=1, which takes less (onnxruntime says: "+short+")")
	}
}
