package datasets

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestRowsOfColumns: a column of each frame has the rows of one frame of one sample, and another one those
// of the sample, whatever the frame.
func TestRowsOfColumns(t *testing.T) {
	values := array[float32]{present: true, values: []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}
	for _, c := range []struct {
		framed        bool
		sample, frame int
		want          []float32
	}{
		{false, 0, 0, []float32{1, 2, 3, 4, 5, 6}}, {false, 1, 2, []float32{7, 8, 9, 10, 11, 12}},
		{true, 0, 0, []float32{1, 2}}, {true, 0, 2, []float32{5, 6}}, {true, 1, 1, []float32{9, 10}},
	} {
		require.Equal(t, c.want, featureColumn{values, c.framed}.rows(c.sample, 2, c.frame, 3), "%+v", c)
	}
	values.shared = true
	require.Equal(t, []float32{5, 6, 7, 8}, featureColumn{values, true}.rows(1, 2, 1, 3))
	require.Equal(t, system.EdgePrefix, prefixOf(system.EdgeFeatures))
	require.Equal(t, system.NodePrefix, prefixOf(system.NodeFeatures))
}

// TestJoinedColumns: columns lie next to each other in the rows of each frame of each sample.
func TestJoinedColumns(t *testing.T) {
	framed := featureColumn{array[float32]{present: true, values: []float32{1, 2, 3, 4, 5, 6, 7, 8}}, true}
	still := featureColumn{array[float32]{present: true, values: []float32{10, 20, 30, 40}}, false}
	var file bytes.Buffer
	require.NoError(t, npz.Encode(&file, []npz.Array{{Key: "any", Shape: []int{100}, Floats: make([]float32, 100)}}))
	archive, err := npz.New("in.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	r := &splitReader{split: "train", Archive: archive}
	require.Equal(t, []float32{1, 10, 2, 20, 3, 10, 4, 20, 5, 30, 6, 40, 7, 30, 8, 40}, r.join("node_", []featureColumn{framed, still}, 2, 2))
	require.Equal(t, []float32{10, 20, 30, 40}, r.join("node_", []featureColumn{still}, 2, 1))
}

// TestFramedFeatures: a feature that differs from frame to frame has rows of each frame, beside one that does not.
func TestFramedFeatures(t *testing.T) {
	state := npyFile("<f4", "False", "(1, 2, 3)", make([]float32, 6))
	frames := npyFile("<f4", "False", "(1, 2, 2, 3)", make([]float32, 12))
	for _, shared := range []string{"", "train_"} {
		axis := ""
		if shared != "" {
			axis = "1, "
		}
		data, err := readBytes(zipFile(zip.Store, entry{"train_x0", state}, entry{"train_v0", state}, entry{"train_xT", state},
			entry{"train_positions", frames}, entry{"train_velocities", frames},
			entry{shared + "node_a", npyFile("<f4", "False", "("+axis+"2, 2)", []float32{1, 2, 3, 4})},
			entry{shared + "node_b", npyFile("<f4", "False", "("+axis+"2)", []float32{5, 6})}))
		require.NoError(t, err)
		require.Equal(t, []string{"a", "b"}, data.NodeFeatures)
		s := data.Train[0]
		require.Equal(t, []float32{1, 5, 2, 6}, s.NodeFeatures)
		require.Equal(t, []float32{1, 5, 2, 6, 3, 5, 4, 6}, s.Trajectory.Given.Of(system.NodeFeatures))
	}
}

// TestMassFeatures: each sample has the masses of its own features, and samples may share them.
func TestMassFeatures(t *testing.T) {
	one, two := sized(2), sized(2)
	one.NodeFeatures, two.NodeFeatures = []float32{5, 1, 5, 2}, []float32{5, 3, 5, 4}
	data := Data{NodeFeatures: []string{"z", MassFeature}, Train: []system.Sample{one, one, two}}
	data.takeMassFeature()
	require.Equal(t, []float32{1, 2}, system.Mass.Of(&data.Train[0]))
	require.Equal(t, []float32{1, 2}, system.Mass.Of(&data.Train[1]))
	require.Equal(t, []float32{3, 4}, system.Mass.Of(&data.Train[2]))
	plain := Data{NodeFeatures: []string{"z"}, Train: []system.Sample{two}}
	plain.takeMassFeature()
	require.Nil(t, system.Mass.Of(&plain.Train[0]))
}
