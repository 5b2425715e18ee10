package mocap

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// sixDecimals is what the reference holds: positions up to about 60 ASF
// units in float64, computed by another program.
const sixDecimals = 1e-6

// TestReferencePositions compares all trials with another reader's numbers.
func TestReferencePositions(t *testing.T) {
	data := testenv.Data(t)
	r, err := readFolder(filepath.Join(data, "cmu_35"))
	require.NoError(t, err)
	skeleton, names, trials := r.skeleton, r.names, r.trials
	require.Len(t, trials, 23)
	require.Equal(t, "root", skeleton.Joints[0].Name)
	require.NoError(t, npz.Open(filepath.Join(data, "cmu_mocap_35_walk.npz"), func(a *npz.Archive) error {
		for i, trial := range trials {
			want, _, err := a.Doubles("X_"+names[i], npz.Axis{Name: "frames", Size: trial.Frames()}, npz.Axis{Name: "joints", Size: 31}, npz.Axis{Name: "axes", Size: 3})
			require.NoError(t, err)
			worst := 0.0
			for k := range want {
				worst = max(worst, math.Abs(want[k]-trial.Positions[k]))
			}
			require.Less(t, worst, sixDecimals, names[i])
		}
		edges, err := a.Ints("edges", npz.Axis{Name: "edges", Size: 30}, npz.Axis{Name: "ends", Size: 2})
		require.NoError(t, err)
		for i, bone := range skeleton.bones() {
			require.Equal(t, edges[2*i:2*i+2], []int64{int64(bone[0]), int64(bone[1])})
		}
		return nil
	}))
}

func TestPrepareByPublishedSplit(t *testing.T) {
	folder := testenv.Data(t)
	data, notes, err := Prepare(filepath.Join(folder, "cmu_35"), Options{Split: filepath.Join(folder, "cmu_35_published_split.npz"), Span: DefaultSpan, Starts: DefaultStarts})
	require.NoError(t, err)
	require.Empty(t, notes, "walking has no jumps")
	require.Len(t, data.Train, 198)
	require.Len(t, data.Valid, 600)
	require.Len(t, data.Test, 600)
	require.Equal(t, []int64{20, 1, 17, 13, 14, 9, 4, 2, 7, 5, 16}, data.Origins["train"].Cases)
	first := data.Train[0]
	require.Equal(t, [][]int{{0, 11}, {12, 13}, {2, 3}, {7, 8}, {17, 18}, {24, 25}}, first.Objects.Of(system.Stick))
	// 30 bones and 35 pairs of bones with a common joint, both ways.
	edges := 0
	for _, neighbor := range first.Neighbors {
		if neighbor >= 0 {
			edges++
		}
	}
	require.Equal(t, 2*(30+35), edges)

	// A prepared file is a split, too.
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, data))
	again, _, err := Prepare(filepath.Join(folder, "cmu_35"), Options{Split: path, Span: DefaultSpan, Starts: DefaultStarts})
	require.NoError(t, err)
	require.Equal(t, data, again)
	stored, err := datasets.Read(path)
	require.NoError(t, err)
	require.Equal(t, data, stored)
}
