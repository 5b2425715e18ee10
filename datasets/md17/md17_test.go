package md17

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

func TestElements(t *testing.T) {
	require.Len(t, symbols, 118)
	require.Len(t, masses, 118)
	require.Len(t, radii, 96)
	require.Equal(t, []float64{1.008, 12.011, 15.999, 55.845, 238.02891}, []float64{masses[0], masses[5], masses[7], masses[25], masses[91]})
	require.Equal(t, []float64{0.31, 0.76, 0.66, 1.02, 1.69}, []float64{radius(1), radius(6), radius(8), radius(17), radius(118)})
	types, err := parseTypes("1=O,2=H;CA=C")
	require.NoError(t, err)
	for word, number := range map[string]int64{"H": 1, "C": 6, "O": 8, "Fe": 26, "I": 53, "U": 92, "Og": 118, "c": 6, "CL": 17, "cl": 17, "D": 1, "1": 8, "2": 1, "CA": 6, "Ca": 20} {
		read, err := types.number(word, false)
		require.NoError(t, err, word)
		require.Equal(t, number, read, word)
	}
	for word, want := range map[string]string{
		"X": `"X" is no element: name it with types, such as types X=C`, "OW": `"OW" is no element: name it with types, such as types OW=O`, "HW1": `"HW1" is no element: name it with types, such as types HW1=H`, "CE": `"CE" is no element: name it with types, such as types CE=C`, "": `"" is no element: name it with types, such as types =C`,
		"8": `"8" is the number of a type, which says no element: name the elements with types, such as types 1=O,2=H, or types atomic-numbers if it is one`,
	} {
		_, err := types.number(word, false)
		require.EqualError(t, err, want)
	}
	atomic, err := parseTypes(AtomicNumbers)
	require.NoError(t, err)
	number, err := atomic.number("8", false)
	require.NoError(t, err)
	require.Equal(t, int64(8), number)
	_, err = atomic.number("119", false)
	require.EqualError(t, err, `"119" is no atomic number, 1 to 118`)
	_, err = parseTypes("1=Oxygen")
	require.EqualError(t, err, `types has "1=Oxygen", expected a word of the file and the symbol of its element, such as 1=O,2=H, or atomic-numbers`)
}

// TestPreparePairs prepares the reconstructed pairs: the sticks of the paper
// are bonds in them, and no bond is much longer or shorter half a run later.
func TestPreparePairs(t *testing.T) {
	folder := testenv.Data(t)
	for molecule, want := range map[string]struct{ atoms, bonds, valid int }{
		"aspirin": {13, 13, 2000}, "ethanol": {3, 2, 2000}, "malonaldehyde": {5, 4, 288},
		"salicylic": {10, 10, 2000}, "toluene": {7, 7, 2000},
	} {
		path := filepath.Join(folder, "md17_reconstructed_"+molecule+".npz")
		data, _, err := Prepare(path, Published(molecule, nil))
		require.NoError(t, err)
		require.Len(t, data.Train, 500)
		require.Len(t, data.Valid, want.valid)
		first := data.Train[0]
		require.Equal(t, want.atoms, first.Particles(), molecule)
		require.Len(t, first.Bonds, want.bonds, molecule)
		require.Equal(t, paperSticks[molecule], first.Objects.Bars(system.Stick))
		require.Equal(t, "3000 frames", data.About.Interval)
		require.Less(t, stretch(data.Test), 0.5, molecule) // angstrom

		seed := uint64(5)
		random, _, err := Prepare(path, Options{Seed: &seed, Span: DefaultSpan, Sticks: SomeSticks, Heavy: true})
		require.NoError(t, err)
		require.Contains(t, random.About.Source, "sticks chosen from seed 5")
		require.Equal(t, first.Bonds, random.Train[0].Bonds)
	}
}

// TestBondsByTheMedianOfPairs: where frame 0 is not at hand, two atoms are bonded if
// the median of their distances in the training pairs is short, whatever their mean,
// their first or their extremes are.
func TestBondsByTheMedianOfPairs(t *testing.T) {
	for _, c := range []struct {
		distances []float32 // angstrom
		bonded    bool
	}{
		{[]float32{4, 3, 1.5, 1.55, 1.5}, true},
		{[]float32{1.2, 1.2, 1.7, 1.65, 1.7}, false},
		{[]float32{1.5, 2.4, 1.57, 1.62}, true},   // between the two in the middle: 1.595
		{[]float32{1.5, 1.71, 1.58, 1.64}, false}, // 1.61
	} {
		s := source{numbers: []int64{6, 8}, pairs: &datasets.Data{}}
		for _, distance := range c.distances {
			s.pairs.Train = append(s.pairs.Train, system.Sample{Position: []float32{1, 1, 1, 1, 1 + distance, 1}})
		}
		require.Equal(t, c.bonded, len(s.bonds()) == 1, "distances %v", c.distances)
	}
}

// stretch is by how much the worst bond changes between input and target.
func stretch(samples []system.Sample) (worst float64) {
	for _, s := range samples {
		for _, bond := range s.Bonds {
			worst = max(worst, math.Abs(system.Distance(s.Position, bond[0], bond[1])-system.Distance(s.TargetPosition, bond[0], bond[1])))
		}
	}
	return worst
}

func TestFeatures(t *testing.T) {
	data, _, err := Prepare(filepath.Join(testenv.Data(t), "md17_reconstructed_ethanol.npz"), Published("ethanol", nil))
	require.NoError(t, err)
	// C(1)-C(0)-O(2): the first bond is the stick, the ends are two hops apart.
	s := data.Train[0]
	require.Equal(t, []float32{0.75, 0.75, 1}, s.NodeFeatures)
	require.Equal(t, []int64{1, 2, 0, 2, 0, 1}, s.Neighbors)
	require.Equal(t, []string{"hop", "z_receiver", "z_sender"}, data.EdgeFeatures)
	require.Equal(t, []float32{
		1, 6, 6 /**/, 1, 6, 8,
		1, 6, 6 /**/, 2, 6, 8,
		1, 8, 6 /**/, 2, 8, 6,
	}, s.EdgeFeatures)
}

// TestPublishedDraws: the published splits obey the rule that ours follow, to begin
// anywhere but in the first and the last ten thousand frames; each seed has others.
func TestPublishedDraws(t *testing.T) {
	const frames = 211762 // of the file of aspirin
	splits := filepath.Join(testenv.Data(t), "md17_published_splits.npz")
	published, err := readSplit(splits, "aspirin", frames, DefaultSpan)
	require.NoError(t, err)
	ours, err := drawSplit(frames, DefaultSpan, 1, Options{}.most(1), nil)
	require.NoError(t, err)
	others, err := drawSplit(frames, DefaultSpan, 2, Options{}.most(1), nil)
	require.NoError(t, err)
	for split, origin := range published {
		require.Len(t, ours[split].Starts, len(origin.Starts))
		require.NotEqual(t, ours[split].Starts, others[split].Starts)
	}
	const end, near = 10_000, 200 // in frames, some fifty between two starts
	for _, origins := range []map[string]datasets.Origin{published, ours, others} {
		starts := slices.Concat(origins["train"].Starts, origins["valid"].Starts, origins["test"].Starts)
		require.GreaterOrEqual(t, slices.Min(starts), int64(end))
		require.Less(t, slices.Min(starts), int64(end+near))
		require.Less(t, slices.Max(starts), int64(frames-end))
		require.Greater(t, slices.Max(starts), int64(frames-end-near))
	}
	_, err = readSplit(splits, "benzene", 627983, DefaultSpan)
	require.NoError(t, err)
}

// TestOriginalFormat reads R and z as NumPy wrote them: float64 and bytes.
func TestOriginalFormat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "md17.npz")
	frames := make([]float32, 0, 400*6)
	for frame := range 400 {
		frames = append(frames, float32(frame), 0, 0, float32(frame)+1.5, 0, 0)
	}
	write := func(arrays ...npz.Array) {
		require.NoError(t, npz.Write(path, arrays))
	}
	z, positions := npz.Array{Key: "z", Shape: []int{2}, Ints: []int64{6, 7}}, npz.Array{Key: "R", Shape: []int{400, 2, 3}, Floats: frames}
	write(z, positions, npz.Array{Key: "name", Text: "cyanide"})
	data, _, err := Prepare(path, Options{Span: 10})
	require.NoError(t, err)
	require.Equal(t, []float32{1, 0, 0, 1, 0, 0}, data.Train[0].Velocity)
	require.Equal(t, [][]int{{0, 1}}, data.Train[0].Objects.Of(system.Stick))

	requireError := func(want string, o Options) {
		t.Helper()
		_, _, err := Prepare(path, o)
		require.EqualError(t, err, want)
	}
	requireError("a span of -1 frames: it is 1 or more", Options{Span: -1})
	requireError(path+": there are 400 frames, too few for pairs that are 3000 apart and begin 40 or more from the ends: use a shorter span, or a longer trajectory", Options{Span: DefaultSpan, AtRandom: true})
	requireError(path+": there are 400 frames, too few for three parts with pairs that are 3000 apart, and gaps between them: use a shorter span, or a longer trajectory", Options{Span: DefaultSpan})
	requireError(path+": the stick [0 2] of aspirin is no bond here: give the molecule's own name, or none", Options{Molecule: "aspirin", Span: 10})
	requireError(`the molecule "asprin" is none of the paper's: aspirin, benzene, benzene_old, ethanol, malonaldehyde, naphthalene, salicylic, toluene, uracil; leave molecule out, so that bonds that are rigid in the data are sticks`, Options{Molecule: "asprin", Span: 10})
	frames[3] = 1.7
	write(z, positions)
	requireError(path+": no two of the 2 atoms are bonded: bonds are distances below 1.6 angstrom; atoms without bonds need a cutoff, within which they act on each other", Options{Span: 10})
	frames[8] = float32(math.NaN())
	write(z, positions)
	requireError(path+": R has NaN at [1, 0, 2], expected finite float32 numbers", Options{Span: 10})
	write(npz.Array{Key: "z", Shape: []int{3}, Ints: []int64{6, 6, 1}}, positions)
	requireError(path+": R has shape [400 2 3], expected [frames, 3 atoms, 3 axes]", Options{Span: 10})
	write(npz.Array{Key: "z", Shape: []int{2}, Ints: []int64{6, 119}}, positions)
	requireError(path+": z has 119 for atom 1, expected an atomic number, 1 to 118", Options{Span: 10})
	write(npz.Array{Key: "z", Shape: []int{2}, Ints: []int64{1, 1}}, npz.Array{Key: "R", Shape: []int{2, 2, 3}, Floats: []float32{0, 0, 0, 0.7, 0, 0, 0, 0, 0, 0.7, 0, 0}})
	requireError(path+": there are only hydrogens, which are dropped: keep them with hydrogens keep", Options{Span: 10, Heavy: true})
	write(positions)
	requireError(path+": z is missing: expected the atomic numbers z [atoms], and R [frames, atoms, 3] or {train,valid,test}_{x0,v0,xT}; in the revised MD17 they are nuclear_charges and coords; the file has R", Options{Span: 10})
	write(z, npz.Array{Key: "E", Shape: []int{1}, Ints: []int64{1}})
	requireError(path+": train_x0 is missing: expected R [frames, atoms, 3], or {train,valid,test}_{x0,v0,xT} [pairs, atoms, 3]", Options{Span: 10})
	write(z, npz.Array{Key: "R", Shape: []int{0, 2, 3}, Floats: []float32{}})
	requireError(path+": R has no frames, expected two or more", Options{Span: 10})
}

// TestPairsAreGiven: what ready-made pairs fix cannot be asked for otherwise.
func TestPairsAreGiven(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pairs.npz")
	arrays := []npz.Array{
		{Key: "z", Shape: []int{2}, Ints: []int64{6, 7}},
		{Key: "delta_frame", Ints: []int64{500}},
	}
	for _, split := range sizes {
		for _, name := range []string{"_x0", "_v0", "_xT"} {
			arrays = append(arrays, npz.Array{Key: split.split + name, Shape: []int{1, 2, 3}, Floats: []float32{0, 0, 0, 1, 0, 0}})
		}
	}
	require.NoError(t, npz.Write(path, arrays))
	for _, span := range []int{DefaultSpan, 500} {
		data, _, err := Prepare(path, Options{Span: span})
		require.NoError(t, err)
		require.Equal(t, "500 frames", data.About.Interval)
	}
	with := filepath.Join(t.TempDir(), "frames.npz")
	require.NoError(t, npz.Write(with, append(slices.Clone(arrays), npz.Array{Key: "test_frame", Shape: []int{1}, Ints: []int64{7}})))
	data, _, err := Prepare(with, Options{Span: 500})
	require.NoError(t, err)
	require.Equal(t, map[string]datasets.Origin{"test": {Starts: []int64{7}}}, data.Origins)
	require.NoError(t, npz.Write(with, append(slices.Clone(arrays), npz.Array{Key: "test_frame", Shape: []int{2}, Ints: []int64{7, 8}})))
	_, _, err = Prepare(with, Options{Span: 500})
	require.EqualError(t, err, with+": test_frame has shape [2], expected [1 pairs]")
	for _, wrong := range []npz.Array{{Key: "delta_frame", Shape: []int{0}, Ints: []int64{}}, {Key: "delta_frame", Ints: []int64{0}}} {
		arrays[1] = wrong
		odd := filepath.Join(t.TempDir(), "odd.npz")
		require.NoError(t, npz.Write(odd, arrays))
		_, _, err := Prepare(odd, Options{Span: DefaultSpan})
		require.EqualError(t, err, fmt.Sprintf("%s: delta_frame holds %v, expected one number of frames above 0", odd, wrong.Ints))
	}
	_, _, err = Prepare(path, Options{Span: 501})
	require.EqualError(t, err, path+" holds pairs of frames, whose span is given: leave span out")
	_, _, err = Prepare(path, Options{Span: DefaultSpan, AtRandom: true})
	require.EqualError(t, err, path+" holds pairs of frames that are split already: leave at_random out, or prepare the trajectory that they are from")
	_, _, err = Prepare(path, Published("", nil))
	require.NoError(t, err)
	_, _, err = Prepare(path, Options{Span: DefaultSpan, Split: "split.npz"})
	require.EqualError(t, err, path+" holds pairs of frames that are split already: leave split out")
}

// TestSomeOfThePairs: of ready-made pairs as many are left as options ask for, with their frames.
func TestSomeOfThePairs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pairs.npz")
	arrays := []npz.Array{{Key: "z", Shape: []int{2}, Ints: []int64{6, 7}}, {Key: "delta_frame", Ints: []int64{500}}}
	for _, size := range sizes {
		for _, name := range []string{"_x0", "_v0", "_xT"} {
			arrays = append(arrays, npz.Array{Key: size.split + name, Shape: []int{3, 2, 3}, Floats: slices.Repeat([]float32{0, 0, 0, 1, 0, 0}, 3)})
		}
	}
	arrays = append(arrays, npz.Array{Key: "test_frame", Shape: []int{3}, Ints: []int64{7, 8, 9}})
	require.NoError(t, npz.Write(path, arrays))
	data, _, err := Prepare(path, Options{Span: DefaultSpan, Train: 1, Valid: 4, Test: 2})
	require.NoError(t, err)
	require.Equal(t, []int{1, 3, 2}, []int{len(data.Train), len(data.Valid), len(data.Test)})
	require.Equal(t, []int64{7, 8}, data.Origins["test"].Starts)
}
