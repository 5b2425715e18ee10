package jointlog

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAskedColumns: a column is read by its name, or by a pattern that stands for the joint by its name, with or
// without "_joint", or by its number, from 0 or from 1.
func TestAskedColumns(t *testing.T) {
	o := Options{Joints: []string{"hip_joint", "knee"}, Columns: map[string]string{"angle": "place of {}"}}
	for name, want := range map[string]bool{
		"place of hip_joint": true, "place of hip": true, "place of knee": true, "place of 0": true, "place of 1": true, "place of 2": true,
		"place of 3": false, "place of {}": false, "place of": false, "knee": false, "note": false,
	} {
		require.Equal(t, want, asked(name, o), name)
	}
	require.False(t, asked("place of knee", Options{Joints: o.Joints}))
	require.False(t, asked("place of knee", Options{Columns: o.Columns}))
}
