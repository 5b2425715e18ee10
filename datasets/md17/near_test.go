package md17

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/periodic"
	"gmnc/system"
)

// argon is a box of atoms that drift through it, as text.
func argon(frames int) string {
	var text strings.Builder
	for frame := range frames {
		fmt.Fprintln(&text, "8\nLattice=\"12 0 0 0 12 0 0 0 12\" Properties=species:S:1:pos:R:3 unit=angstrom")
		for i := range 8 {
			x := [3]float64{float64(i % 2), float64(i / 2 % 2), float64(i / 4)}
			for axis := range x {
				x[axis] = 6*x[axis] + 0.02*float64(frame*(axis+1)+i)
				for x[axis] >= 12 {
					x[axis] -= 12
				}
			}
			fmt.Fprintln(&text, "Ar", x[0], x[1], x[2])
		}
	}
	return text.String()
}

// TestCutoff: atoms without bonds in a periodic box have neighbors within the cutoff,
// the box, and splits of their own times.
func TestCutoff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "argon.xyz")
	require.NoError(t, os.WriteFile(path, []byte(argon(400)), 0o600))
	_, _, err := Prepare(path, Options{Span: 5})
	require.ErrorContains(t, err, "atoms without bonds need a cutoff")
	_, _, err = Prepare(path, Options{Span: 5, Cutoff: 6.5})
	require.ErrorContains(t, err, "more than half of the box of frame")
	_, _, err = Prepare(path, Options{Span: 300, Cutoff: 6})
	require.ErrorContains(t, err, "too few for three parts")

	data, _, err := Prepare(path, Options{Span: 5, Cutoff: 6, Features: []string{NumberFeature, MassFeature}})
	require.NoError(t, err)
	first := data.Train[0]
	require.Equal(t, []float32{0, 12, 0}, system.CellB.Of(&first))
	require.InDelta(t, 39.948, system.Mass.Of(&first)[0], 1e-4)
	require.Empty(t, first.Objects)
	for name, samples := range data.Splits() {
		for _, s := range *samples {
			require.GreaterOrEqual(t, slices.Min(s.Position), float32(0), name)
			require.Less(t, slices.Max(s.Position), float32(12.001), name)
		}
	}
	starts := func(name string) (first, last int64) {
		all := data.Origins[name].Starts
		return slices.Min(all), slices.Max(all)
	}
	_, train := starts("train")
	valid, later := starts("valid")
	test, _ := starts("test")
	require.GreaterOrEqual(t, valid, train+2*5, "the target of the one and a gap are before")
	require.GreaterOrEqual(t, test, later+2*5)
}

// TestBoxesThatChange: a box that grows, or is of some frames alone, is said to, where
// samples have it.
func TestBoxesThatChange(t *testing.T) {
	const box = `Lattice="12 0 0 0 12 0 0 0 12"`
	for want, of := range map[string]func(frame int) string{
		"": func(int) string { return box },
		"boxes change from inputs to targets, most from frame 0 on, by 0.0042 of themselves: a sample has the box of its input": func(frame int) string {
			return fmt.Sprintf(`Lattice="12 0 0 0 12 0 0 0 %g"`, 12+0.01*float64(frame))
		},
		"most from frame 45 on, by 1 of themselves": func(frame int) string {
			if frame >= 50 {
				return box
			}
			return ""
		},
	} {
		frames := strings.Split(argon(400), box)
		text := frames[0]
		for frame, rest := range frames[1:] {
			text += of(frame) + rest
		}
		path := filepath.Join(t.TempDir(), "argon.xyz")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, notes, err := Prepare(path, Options{Span: 5, Cutoff: 5.9})
		require.NoError(t, err)
		require.Equal(t, want != "", strings.Contains(strings.Join(notes, "; "), "boxes change"), notes)
		require.Contains(t, strings.Join(notes, "; "), want)
	}
}

// cube returns a cell with edges of these lengths along the axes, of which some are periodic.
func cube(t *testing.T, x, y, z float64, axes [3]bool) *periodic.Cell {
	t.Helper()
	cell, err := periodic.New([3][3]float64{{x}, {0, y}, {0, 0, z}}, axes)
	require.NoError(t, err)
	return cell
}

// TestChangesOfBoxes: boxes change by the vector that changes most, relative to its length, and from none to one by all.
func TestChangesOfBoxes(t *testing.T) {
	all := [3]bool{true, true, true}
	ten := cube(t, 10, 20, 10, all)
	require.Zero(t, boxChange(nil, nil))
	require.Zero(t, boxChange(ten, ten))
	require.Equal(t, 1., boxChange(nil, ten))
	require.Equal(t, 1., boxChange(ten, nil))
	require.InDelta(t, 0.03, boxChange(ten, cube(t, 10.1, 20.6, 10.2, all)), 1e-12)
	for _, c := range []struct {
		second, third float64
		want          string
	}{
		{10 * (1 + 0.95e-5), 10, ""},
		{10.5, 10 * (1 + 1.06e-5), "boxes change from inputs to targets, most from frame 7 on, by 1.1e-05 of themselves: a sample has the box of its input, which rollouts keep"},
		{10.5, 10.5, "most from frame 7 on, by 0.05 of themselves"},
	} {
		s := moving([]int64{6}, [][2]float64{{0, 0}}, [][2]float64{{0, 0}}, [][2]float64{{0, 0}})
		s.cells = []*periodic.Cell{cube(t, 10, 10, 10, all), cube(t, c.second, 10, 10, all), cube(t, c.third, 10, 10, all)}
		s.noteBoxes(2)
		if c.want == "" {
			require.Empty(t, s.notes)
			continue
		}
		require.Len(t, s.notes, 1)
		require.Contains(t, s.notes[0], c.want)
	}
	(&source{}).noteBoxes(1)
}

// TestBoxesOfCutoffs: a cutoff is at most half of the width of a box, and along an axis that is not periodic the box is eight times as long as atoms are apart.
func TestBoxesOfCutoffs(t *testing.T) {
	s := moving([]int64{6, 6}, [][2]float64{{0, 0}, {3, 0}}, [][2]float64{{0, 0}, {4, 0}})
	box, err := s.box([]int64{1}, 0, 2)
	require.NoError(t, err)
	require.Nil(t, box)
	s.cells = []*periodic.Cell{nil, cube(t, 10, 5, 12, [3]bool{true, false, true})}
	box, err = s.box([]int64{0, 1}, 0, 2)
	require.NoError(t, err)
	require.Nil(t, box)
	box, err = s.box([]int64{0, 1}, 1, 5)
	require.NoError(t, err)
	require.Equal(t, [3][3]float64{{10}, {0, 8 * (5 + 4)}, {0, 0, 12}}, box.Vectors)
	require.Equal(t, [3]bool{true, false, true}, box.Periodic)
	_, err = s.box([]int64{0, 1}, 1, 5.01)
	require.ErrorContains(t, err, "a.xyz: the cutoff of 5.01 angstrom is more than half of the box of frame 1, which is 10 wide: an atom and its image would both be near; use a smaller one")
	s.cells[1] = cube(t, 10, 500, 12, [3]bool{true, false, true})
	box, err = s.box([]int64{1}, 0, 5)
	require.NoError(t, err)
	require.Equal(t, 500., box.Vectors[1][1])
}

// TestMoleculesAtHome: whole molecules move so that their first atom is within the cell, along periodic axes, and their targets with them.
func TestMoleculesAtHome(t *testing.T) {
	s := moving([]int64{6, 6, 6}, [][2]float64{{0, 0}, {0, 0}, {0, 0}})
	sample := system.Sample{Position: []float32{12, -3, 99, 9.5, 1, 1, 10.5, 2, 1}, TargetPosition: []float32{13, -3, 99, 9, 1, 1, 10, 2, 1}, Bonds: [][2]int{{1, 2}}}
	s.bringHome(&sample, cube(t, 10, 5, 12, [3]bool{true, true, false}))
	require.Equal(t, []float32{2, 2, 99, 9.5, 1, 1, 10.5, 2, 1}, sample.Position)
	require.Equal(t, []float32{3, 2, 99, 9, 1, 1, 10, 2, 1}, sample.TargetPosition)
}

// TestListedNeighbors: neighbors fill as many slots as the longest list, with the number of bonds to them and both elements.
func TestListedNeighbors(t *testing.T) {
	s := moving([]int64{6, 8, 1}, [][2]float64{{0, 0}, {0, 0}, {0, 0}})
	sample := system.Sample{Position: make([]float32, 9), Neighbors: []int64{1, -1, 0, 2, 1, -1}, EdgeFeatures: []float32{1, 6, 8, 0, 0, 0, 1, 8, 6, 2, 8, 1, 2, 1, 8, 0, 0, 0}}
	hops := hopsOf(&sample)
	require.Equal(t, map[[2]int]float32{{0, 1}: 1, {1, 0}: 1, {1, 2}: 2, {2, 1}: 2}, hops)
	s.list(&sample, [][]int64{{1, 2}, {0}, nil}, hops)
	require.Equal(t, []int64{1, 2, 0, -1, -1, -1}, sample.Neighbors)
	require.Equal(t, []float32{1, 6, 8, 0, 6, 1, 1, 8, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}, sample.EdgeFeatures)
	s.list(&sample, [][]int64{nil, nil, nil}, hops)
	require.Equal(t, []int64{-1, -1, -1}, sample.Neighbors)
	require.Len(t, sample.EdgeFeatures, 9)
}
