package arrays

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
)

// encoded is a file of arrays.
func encoded(t testing.TB, arrays ...npz.Array) []byte {
	t.Helper()
	var content bytes.Buffer
	require.NoError(t, npz.Encode(&content, arrays))
	return content.Bytes()
}

// prepared is a data set of arrays.
func prepared(t *testing.T, o Options, arrays ...npz.Array) (*datasets.Data, []string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in.npz")
	require.NoError(t, os.WriteFile(path, encoded(t, arrays...), 0o600))
	return Prepare(path, o)
}

func number(key string, value float32) npz.Array {
	return npz.Array{Key: key, Shape: []int{}, Floats: []float32{value}}
}

func list(key string, values ...float32) npz.Array {
	return npz.Array{Key: key, Shape: []int{len(values)}, Floats: values}
}

// swinging are positions and velocities of recordings of a pendulum in the plane y = 0,
// whose first particle is the pin, dt 0.1 apart: small circles at unit rate.
func swinging(key string, recordings, frames int) []npz.Array {
	shape := []int{recordings, frames, 2, 3}
	x, v := npz.Array{Key: key + "positions", Shape: shape}, npz.Array{Key: key + "velocities", Shape: shape}
	for r := range recordings {
		for f := range frames {
			sin, cos := math.Sincos(float64(r) + 0.1*float64(f))
			x.Floats = append(x.Floats, 0, 0, 0, float32(sin), 0, float32(-cos))
			v.Floats = append(v.Floats, 0, 0, 0, float32(cos), 0, float32(sin))
		}
	}
	return []npz.Array{x, v}
}

// pendulum is a file of everything about such recordings.
func pendulum(recordings, frames int) []npz.Array {
	return append(swinging("", recordings, frames),
		number("dt", 0.1), list("mass", float32(math.Inf(1)), 2), list("gravity", 0, 0, -1),
		npz.Array{Key: "parents", Shape: []int{2}, Ints: []int64{-1, 0}})
}
