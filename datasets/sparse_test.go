package datasets

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/internal/test/distinct"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// sparseData has three particles in a chain, with a topology and features
// that all samples share, except for the feature "load" of edges.
func sparseData() *Data {
	stick, bonds := system.Stick.Of(0, 1), [][2]int{{0, 1}, {1, 2}}
	neighbors := []int64{1, -1, 0, 2, 1, -1}
	nodes := []float32{6, 8, 6}
	sample := func(seed float32) system.Sample {
		s := distinct.Sample(3, seed, stick)
		s.Charge, s.TargetVelocity = nil, nil
		s.Bonds, s.Neighbors, s.NodeFeatures = bonds, neighbors, nodes
		s.EdgeFeatures = distinct.Ramp(seed+500, 12)
		return s
	}
	return &Data{
		Train: []system.Sample{sample(1), sample(2)}, Valid: []system.Sample{sample(3)}, Test: []system.Sample{sample(4)},
		NodeFeatures: []string{"z"}, EdgeFeatures: []string{"hop", "load"},
		About: About{LengthUnit: "Å", VelocityUnit: "Å/fs", Interval: "3 fs", Source: "made up", Licence: "CC0"},
		Origins: map[string]Origin{
			"train": {Cases: []int64{3, 1}, Starts: []int64{10, 20, 30, 40}},
			"valid": {Starts: []int64{7}},
		},
	}
}

func TestSparseRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, Write(path, sparseData()))
	have, err := Read(path)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(sparseData(), have))
	require.Same(t, &have.Train[0].Neighbors[0], &have.Test[0].Neighbors[0], "what is shared is read once")

	first, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, Write(path, have))
	second, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(first, second), "the same data gave other bytes")
	require.Contains(t, keysOf(t, first), "neighbors")
	require.Contains(t, keysOf(t, first), "train_edge_load")
	require.NotContains(t, keysOf(t, first), "train_sticks")
}

func keysOf(t *testing.T, file []byte) (keys []string) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	for _, entry := range archive.File {
		keys = append(keys, strings.TrimSuffix(entry.Name, ".npy"))
	}
	return keys
}

func TestNobodyHasANeighbour(t *testing.T) {
	data := sparseData()
	data.EdgeFeatures, data.Valid, data.Test = nil, nil, nil
	for i := range data.Train {
		data.Train[i].Neighbors, data.Train[i].EdgeFeatures = []int64{}, nil
	}
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, Write(path, data))
	have, err := Read(path)
	require.NoError(t, err)
	require.Equal(t, []int64{}, have.Train[0].Neighbors)
	require.Zero(t, system.NewBatch(have.Train).Neighbors)
}

// TestMostArrays: what can be written can be read.
func TestMostArrays(t *testing.T) {
	content, err := Encode(sparseData())
	require.NoError(t, err)
	others := len(keysOf(t, content)) - 1 // beside the feature of particles
	path := filepath.Join(t.TempDir(), "data.npz")
	with := func(features int) error {
		data, rows := sparseData(), distinct.Ramp(1, 3*features)
		data.NodeFeatures = nil
		for i := range features {
			data.NodeFeatures = append(data.NodeFeatures, fmt.Sprintf("joint%03d", i))
		}
		for _, samples := range data.Splits() {
			for i := range *samples {
				(*samples)[i].NodeFeatures = rows
			}
		}
		return Write(path, data)
	}
	require.EqualError(t, with(npz.MaxEntries-others+1), "cannot write "+path+": it would hold 257 arrays, more than the 256 that a data set may have: use fewer features (nothing was written)")
	require.NoFileExists(t, path)
	require.NoError(t, with(npz.MaxEntries-others))
	have, err := Read(path)
	require.NoError(t, err)
	require.Len(t, have.NodeFeatures, npz.MaxEntries-others)
}

func TestSparseErrors(t *testing.T) {
	float := func(shape string, values ...float32) []byte { return npyFile("<f4", "False", shape, values) }
	index := func(shape string, values ...int64) []byte { return npyFile("<i8", "False", shape, values) }
	state := float("(1, 3, 3)", distinct.Ramp(1, 9)...)
	sparse := []entry{
		{"train_x0", state}, {"train_v0", state}, {"train_xT", state},
		{"neighbors", index("(3, 2)", 1, -1, 0, 2, 1, -1)},
		{"edge_hop", float("(3, 2)", distinct.Ramp(1, 6)...)},
		{"train_node_z", float("(1, 3)", 6, 6, 8)},
		{"bonds", index("(2, 2)", 0, 1, 1, 2)},
		{"source", npyFile("<U3", "False", "()", []rune("m\x1b."))},
	}
	data, err := readBytes(zipFile(zip.Store, sparse...))
	require.NoError(t, err)
	require.Equal(t, "m .", data.About.Source, "no control characters")
	require.Equal(t, []float32{6, 6, 8}, data.Train[0].NodeFeatures)
	for name, c := range map[string]struct {
		key  string
		data []byte
		want string
	}{
		"out of range":      {"neighbors", index("(3, 2)", 1, -1, 0, 3, 1, -1), "x.npz: neighbors, particle 1: neighbor 3 is out of range, expected 0 to 2, or -1 for none"},
		"below -1":          {"neighbors", index("(3, 2)", 1, -2, 0, 2, 1, -1), "x.npz: neighbors, particle 0: neighbor -2 is out of range, expected 0 to 2, or -1 for none"},
		"itself":            {"neighbors", index("(3, 2)", 1, -1, 1, 2, 1, -1), "x.npz: neighbors, particle 1 is its own neighbor: expected others only"},
		"twice":             {"neighbors", index("(3, 2)", 1, -1, 2, 2, 1, -1), "x.npz: neighbors, particle 1: neighbor 2 is listed twice"},
		"other particles":   {"neighbors", index("(2, 2)", 1, -1, 0, -1), "x.npz: neighbors has shape [2 2], expected [3 particles, neighbors]"},
		"per sample":        {"neighbors", index("(1, 3, 2)", 1, -1, 0, 2, 1, -1), "x.npz: neighbors has shape [1 3 2], expected [3 particles, neighbors]"},
		"other slots":       {"edge_hop", float("(3, 1)", 1, 2, 3), "x.npz: edge_hop has shape [3 1], expected [3 particles, 2 neighbors]"},
		"infinite feature":  {"edge_hop", float("(3, 2)", 1, 2, 3, float32(math.Inf(1)), 5, 6), "x.npz: edge_hop, particle 1, neighbor slot 1: +Inf is not a finite float32"},
		"NaN feature":       {"train_node_z", float("(1, 3)", 1, 2, float32(math.NaN())), "x.npz: train_node_z: sample 0, particle 2: NaN is not a finite float32"},
		"integer feature":   {"edge_hop", index("(3, 2)", make([]int64, 6)...), `x.npz: edge_hop has element type "<i8", expected float32 or float64: convert it with .astype("float32")`},
		"bond out of range": {"bonds", index("(1, 2)", 0, 3), "x.npz: bonds, bond 0: (0, 3) does not join two different particles of 0 to 2"},
		"bond to itself":    {"bonds", index("(1, 2)", 2, 2), "x.npz: bonds, bond 0: (2, 2) does not join two different particles of 0 to 2"},
		"both":              {"train_edge_hop", float("(1, 3, 2)", distinct.Ramp(1, 6)...), "x.npz: train_edge_hop is there and edge_hop, too: expected one array for all samples or one for each split"},
		"unnamed feature":   {"edge_", float("(3, 2)", distinct.Ramp(1, 6)...), `x.npz holds the unknown key "edge_": known are ` + knownKeys()},
		"target for all":    {"vT", state, `x.npz holds the unknown key "vT": known are ` + knownKeys()},
		"numeric source":    {"source", float("(2,)", 1, 2), "x.npz: source is an array [2] of <f4, expected a text"},
		"starts":            {"train_start", index("(1, 2)", 1, 2), "x.npz: train_start has shape [1 2], expected [starts]"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readBytes(zipFile(zip.Store, replaced(sparse, c.key, c.data)...))
			require.EqualError(t, err, c.want)
		})
	}
	for want, missing := range map[string]string{
		"x.npz: train_neighbors is missing, though there is the feature edge_hop: expected neighbors, of the same shape": "neighbors",
	} {
		_, err := readBytes(zipFile(zip.Store, without(sparse, missing)...))
		require.EqualError(t, err, want)
	}
	nobody := replaced(replaced(sparse, "neighbors", index("(3, 0)")), "edge_hop", float("(3, 0)"))
	_, err = readBytes(zipFile(zip.Store, nobody...))
	require.EqualError(t, err, "x.npz: neighbors has none, but there are features of edges: expected one slot of neighbors or more, or no such features")
	second := append(sparse, entry{"test_x0", state}, entry{"test_v0", state}, entry{"test_xT", state})
	_, err = readBytes(zipFile(zip.Store, second...))
	require.EqualError(t, err, "x.npz: test_node_z is missing: expected the same features in all splits")
}

// TestEmptySplitOfSparseData: a split without samples needs no lists and no
// features, and may have them.
func TestEmptySplitOfSparseData(t *testing.T) {
	float := func(shape string, values ...float32) []byte { return npyFile("<f4", "False", shape, values) }
	index := func(shape string, values ...int64) []byte { return npyFile("<i8", "False", shape, values) }
	one, none := float("(1, 3, 3)", distinct.Ramp(1, 9)...), float("(0, 3, 3)")
	file := []entry{
		{"train_x0", none}, {"train_v0", none}, {"train_xT", none}, // the first split that is read
		{"valid_x0", one}, {"valid_v0", one}, {"valid_xT", one},
	}
	split := append(slices.Clone(file), entry{"valid_neighbors", index("(1, 3, 2)", 1, -1, 0, 2, 1, -1)},
		entry{"valid_edge_hop", float("(1, 3, 2)", distinct.Ramp(1, 6)...)}, entry{"valid_node_z", float("(1, 3)", 6, 6, 8)})
	for name, entries := range map[string][]entry{
		"without": split,
		"with": append(slices.Clone(split), entry{"train_neighbors", index("(0, 3, 2)")},
			entry{"train_edge_hop", float("(0, 3, 2)")}, entry{"train_node_z", float("(0, 3)")}),
		"shared": append(slices.Clone(file), entry{"neighbors", index("(3, 2)", 1, -1, 0, 2, 1, -1)},
			entry{"edge_hop", float("(3, 2)", distinct.Ramp(1, 6)...)}, entry{"node_z", float("(3)", 6, 6, 8)}),
	} {
		data, err := readBytes(zipFile(zip.Store, entries...))
		require.NoError(t, err, name)
		require.Empty(t, data.Train, name)
		require.Equal(t, []float32{6, 6, 8}, data.Valid[0].NodeFeatures, name)
		require.Equal(t, distinct.Ramp(1, 6), data.Valid[0].EdgeFeatures, name)
	}
	_, err := readBytes(zipFile(zip.Store, append(split, entry{"train_edge_hop", float("(1, 3, 2)", distinct.Ramp(1, 6)...)})...))
	require.EqualError(t, err, "x.npz: train_edge_hop has shape [1 3 2], expected [0 samples, 3 particles, neighbors]")
}

func without(entries []entry, key string) (rest []entry) {
	for _, e := range entries {
		if e.key != key {
			rest = append(rest, e)
		}
	}
	return rest
}

// Arrays that splits share have one number of particles.
func TestSharedListOfAnotherSize(t *testing.T) {
	three := npyFile("<f4", "False", "(1, 3, 3)", distinct.Ramp(1, 9))
	four := npyFile("<f4", "False", "(1, 4, 3)", distinct.Ramp(1, 12))
	_, err := readBytes(zipFile(zip.Store,
		entry{"train_x0", three}, entry{"train_v0", three}, entry{"train_xT", three},
		entry{"valid_x0", four}, entry{"valid_v0", four}, entry{"valid_xT", four},
		entry{"neighbors", npyFile("<i8", "False", "(3, 1)", []int64{1, 0, 1})}))
	require.EqualError(t, err, "x.npz: neighbors has shape [3 1], expected [4 particles, neighbors]")
}

func TestBatchOfSparseSamples(t *testing.T) {
	b := system.NewBatch(sparseData().Train)
	require.Equal(t, 2, b.Neighbors)
	require.Equal(t, []int64{1, 0, 0, 2, 1, 2, 4, 3, 3, 5, 4, 5}, b.Senders)
	require.Equal(t, []float32{1, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0}, b.EdgeMask)
	require.Equal(t, append(distinct.Ramp(501, 12), distinct.Ramp(502, 12)...), b.EdgeFeatures)
	require.Equal(t, []float32{6, 8, 6, 6, 8, 6}, b.Field(system.NodeFeatures))
	require.Nil(t, b.Field(system.Charge))

	wide := sparseData().Test[0]
	wide.Neighbors, wide.EdgeFeatures = []int64{-1, 1, 2, 0, 2, -1, 0, 1, -1}, distinct.Ramp(0, 18)
	b.Fill([]system.Sample{sparseData().Train[0], wide})
	require.Equal(t, 3, b.Neighbors)
	require.Equal(t, []int64{1, 0, 0, 0, 2, 1, 1, 2, 2, 3, 4, 5, 3, 5, 4, 3, 4, 5}, b.Senders)
	require.Equal(t, []float32{1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0}, b.EdgeMask)
	features := distinct.Ramp(501, 12)
	require.Equal(t, []float32{features[0], features[1], features[2], features[3], 0, 0}, b.EdgeFeatures[:6])
	require.Equal(t, distinct.Ramp(0, 18), b.EdgeFeatures[18:])

	require.True(t, system.Padded(sparseData().Train))
	full := distinct.Sample(3, 1)
	full.Neighbors = []int64{2, 1, 2, 0, 0, 1}
	require.Equal(t, slices.Repeat([]float32{1}, 12), system.NewBatch([]system.Sample{full, distinct.Sample(3, 2)}).EdgeMask)
}

// The lines that the documentation shows make a file that can be read.
func TestDocumentedLines(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(testenv.Root(), "docs", "data.md"))
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), "```python\n")
	lines, _, found := strings.Cut(rest, "```")
	require.True(t, found, "docs/data.md has no Python lines")
	testenv.Python(t, "numpy")
	python := exec.Command("python3", "-c", lines)
	python.Dir = t.TempDir()
	output, err := python.CombinedOutput()
	require.NoError(t, err, "%s", output)
	data, err := Read(filepath.Join(python.Dir, "data.npz"))
	require.NoError(t, err)
	require.Len(t, data.Train, 100)
	require.Equal(t, [][]int{{0, 1}}, data.Test[0].Objects.Of(system.Stick))
	require.Equal(t, []int64{1, 2, 0, 2, 0, 1}, data.Train[99].Neighbors)
	require.Equal(t, []string{"mass"}, data.NodeFeatures)
	require.Equal(t, []string{"hop"}, data.EdgeFeatures)
	require.Equal(t, []float32{1, 2, 1, 1, 2, 1}, data.Valid[0].EdgeFeatures)
	require.Equal(t, "m", data.About.LengthUnit)
}
