package mocap

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFilesOfFolders: skeletons and motions are known by their extensions in any case. The error for a folder of other recordings alone says what these are.
func TestFilesOfFolders(t *testing.T) {
	of := func(names ...string) string {
		folder := t.TempDir()
		for _, name := range names {
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("any"), 0o600))
		}
		return folder
	}
	folder := of("b.AMC", "a.amc", "c.bvh", "d.ASF", "e.c3d", "notes.txt")
	skeletons, motions, err := Files(folder)
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(folder, "d.ASF")}, skeletons)
	require.Equal(t, []string{filepath.Join(folder, "a.amc"), filepath.Join(folder, "b.AMC"), filepath.Join(folder, "c.bvh")}, motions)
	_, motions, err = Files(of("notes.txt"))
	require.NoError(t, err)
	require.Empty(t, motions)
	_, motions, err = Files(of("a.bvh", "e.c3d"))
	require.NoError(t, err, "others beside motions are not read")
	require.Len(t, motions, 1)
	for _, name := range []string{"e.c3d", "e.FBX", "e.trc"} {
		_, _, err = Files(of(name, "notes.txt"))
		require.ErrorContains(t, err, "has no .amc or .bvh files")
	}
	_, _, err = Files(filepath.Join(folder, "none"))
	require.ErrorContains(t, err, "cannot read the folder of motion capture")
	for want, names := range map[string][]string{
		"has 1 .asf, 1 .amc and 1 .bvh files: expected one skeleton (.asf) and motions (.amc) of it, or .bvh files": {"a.asf", "a.amc", "a.bvh"},
		"has 2 .asf, 1 .amc and 0 .bvh files": {"a.asf", "b.asf", "a.amc"},
		"has 0 .asf, 1 .amc and 0 .bvh files": {"a.amc"},
		"has 1 .asf, 0 .amc and 0 .bvh files": {"a.asf"},
		"has 0 .asf, 0 .amc and 0 .bvh files": {"notes.txt"},
		"has 1 .asf, 0 .amc and 2 .bvh files": {"a.asf", "a.bvh", "b.bvh"},
	} {
		_, err := readFolder(of(names...))
		require.ErrorContains(t, err, want)
	}
}

// TestSameRates: two rates are the same up to the digits of either, and up to a hundredth if they have few.
func TestSameRates(t *testing.T) {
	for _, c := range []struct {
		one, other float64
		words      [2]string
		same       bool
	}{
		{0.0083333, 0.008333, [2]string{"0.0083333", "0.008333"}, true},
		{0.008334, 0.008333, [2]string{"0.008334", "0.008333"}, false},
		{0.0083, 0.00833333, [2]string{"0.0083", "0.00833333"}, true},
		{0.0083, 0.00836, [2]string{"0.0083", "0.00836"}, false},
		{0.1, 0.1009, [2]string{"0.1", "0.1009"}, true},
		{0.1, 0.102, [2]string{"0.1", "0.102"}, false},
	} {
		one, other := rateOf(c.one, c.words[0]), rateOf(c.other, c.words[1])
		require.Equal(t, c.same, one.same(other), "%+v", c)
		require.Equal(t, c.same, other.same(one), "%+v", c)
	}
}
