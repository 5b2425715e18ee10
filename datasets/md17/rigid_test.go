package md17

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// spinning is a trajectory of two molecules of water that turn about z and drift apart, as XYZ
// of so many digits after the point. The bonds of the second stretch by a share of themselves.
func spinning(digits int, stretch float64) string {
	water := [][3]float64{{0, 0, 0}, {0.9572, 0, 0}, {-0.24, 0.9266, 0}}
	var text strings.Builder
	for frame := range 200 {
		fmt.Fprint(&text, "6\n\n")
		for molecule := range 2 {
			angle := 0.05 * float64(frame*(1+molecule))
			for atom, at := range water {
				length := 1.0
				if molecule == 1 {
					length += stretch * math.Sin(0.7*float64(frame)+float64(atom))
				}
				x, y := length*(at[0]*math.Cos(angle)-at[1]*math.Sin(angle)), length*(at[0]*math.Sin(angle)+at[1]*math.Cos(angle))
				fmt.Fprintf(&text, "%s %.*f %.*f %.*f\n", []string{"O", "H", "H"}[atom], digits, x+4*float64(molecule)+0.003*float64(frame), digits, y, digits, 0.0)
			}
		}
	}
	return text.String()
}

// TestRigidBonds: bonds are sticks where they keep their lengths, also to the digits of a file,
// and nowhere else.
func TestRigidBonds(t *testing.T) {
	for _, c := range []struct {
		name    string
		digits  int
		stretch float64
		o       Options
		objects string
		source  string
	}{
		{"rigid water", 6, 0, Options{}, "sticks: 2", "bonds that are rigid in the data as sticks"},
		{"one of two", 6, 0.02, Options{}, "sticks: 1", "bonds that are rigid in the data as sticks"},
		{"as constraints are kept", 6, 0.001, Options{}, "sticks: 2", "bonds that are rigid in the data as sticks"},
		{"at 4 K", 6, 0.003, Options{}, "sticks: 1", "bonds that are rigid in the data as sticks"},
		{"two digits", 2, 0, Options{}, "sticks: 2", "bonds that are rigid in the data as sticks"},
		{"two digits, at room temperature", 2, 0.03, Options{}, "sticks: 1", "bonds that are rigid in the data as sticks"},
		{"none wanted", 6, 0, Options{Sticks: NoSticks}, "no objects", "no sticks"},
		{"as the seed has it", 6, 0.02, Options{Sticks: SomeSticks}, "sticks: 2", "sticks chosen from seed 1"},
		{"bodies", 6, 0, Options{Rigid: true}, "bodies: 2", "2 rigid fragments as bodies, no other bonds"},
		{"bodies of two digits", 2, 0, Options{Rigid: true}, "bodies: 2", "2 rigid fragments as bodies, no other bonds"},
		{"one body", 6, 0.02, Options{Rigid: true}, "bodies: 1", "1 rigid fragment as a body, no sticks, as the lengths of all bonds vary by 1.4 % or more"},
		{"one body and a stick of the seed", 6, 0.02, Options{Rigid: true, Sticks: SomeSticks}, "sticks: 1, bodies: 1", "1 rigid fragment as a body, sticks chosen from seed 1"},
	} {
		c.o.Span = 5
		data, notes, err := Prepare(writeText(t, "water.xyz", spinning(c.digits, c.stretch)), c.o)
		require.NoError(t, err, c.name)
		parts := map[string]string{"rigid water": "2", "one of two": "1", "as constraints are kept": "2", "at 4 K": "1", "two digits": "2", "two digits, at room temperature": "1"}[c.name]
		require.Equal(t, parts != "", strings.Contains(strings.Join(notes, "\n"), "in "+parts+" parts of molecules: --rigid makes bodies of them"), c.name)
		require.Equal(t, c.objects, data.Train[0].Objects.Counts(), c.name)
		require.Contains(t, data.About.Source, "hydrogens kept, "+c.source+", split by time", c.name)
		require.InDelta(t, 15.999, system.Mass.Of(&data.Train[0])[0], 1e-3, c.name)
	}
	_, _, err := ethanol{}.prepare(t, Options{Rigid: true})
	require.ErrorContains(t, err, "no three bonded atoms keep all their distances, so no part of a molecule is a rigid body: leave rigid out")
	data, _, err := ethanol{}.prepare(t, Options{})
	require.NoError(t, err)
	require.Contains(t, data.About.Source, "no sticks, as the lengths of all bonds vary by ")
	require.Empty(t, data.Train[0].Objects)
}

// TestFragmentsThatMeet: an atom is in one body alone, and of two triangles that share it and
// turn, one is a body.
func TestFragmentsThatMeet(t *testing.T) {
	s := source{numbers: []int64{6, 6, 6, 6, 6}, trajectory: &trajectory{motion: system.Trajectory{Particles: 5}}}
	for frame := range 50 {
		c, d := math.Cos(0.1*float64(frame)), math.Sin(0.1*float64(frame))
		s.motion.Positions = append(s.motion.Positions, -1, 1, 0, -1, -1, 0, 0, 0, 0, c, d, 1, c, d, -1)
	}
	bodies, how := s.fragments([][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}})
	require.Equal(t, [][]int{{0, 1, 2}}, bodies.Of(system.Body))
	require.Equal(t, "1 rigid fragment as a body", how)
}

// TestRigidBondsOfPairs: of ready-made pairs inputs and targets say how bonds vary.
func TestRigidBondsOfPairs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pairs.npz")
	for _, c := range []struct {
		other  float32
		sticks int
	}{{1.5, 1}, {1.501, 1}, {1.51, 0}} {
		arrays := []npz.Array{{Key: "z", Shape: []int{2}, Ints: []int64{6, 7}}}
		for _, split := range sizes {
			arrays = append(arrays,
				npz.Array{Key: split.split + "_x0", Shape: []int{1, 2, 3}, Floats: []float32{0, 0, 0, 1.5, 0, 0}},
				npz.Array{Key: split.split + "_v0", Shape: []int{1, 2, 3}, Floats: make([]float32, 6)},
				npz.Array{Key: split.split + "_xT", Shape: []int{1, 2, 3}, Floats: []float32{0, 0, 0, 0, c.other, 0}})
		}
		require.NoError(t, npz.Write(path, arrays))
		data, _, err := Prepare(path, Options{Span: DefaultSpan})
		require.NoError(t, err)
		require.Equal(t, c.sticks, data.Train[0].Objects.Count(system.Stick), "a length of %g", c.other)
	}
}

// TestGrid is the power of ten to which all numbers were rounded.
func TestGrid(t *testing.T) {
	for _, c := range []struct {
		values []float64
		grid   float64
	}{
		{[]float64{1.2, -3.4, 100}, 0.1}, {[]float64{1.2, 3.45}, 0.01}, {[]float64{1.2, float64(float32(123.456))}, 1e-3},
		{[]float64{1.00001}, 1e-5}, {[]float64{1.000001}, 0}, {[]float64{math.Pi}, 0},
	} {
		require.InDelta(t, c.grid, gridOf(c.values), 1e-12, "%v", c.values)
	}
}

// TestPairsOfEachSplit: as many as are asked for, of all molecules together.
func TestPairsOfEachSplit(t *testing.T) {
	require.Equal(t, [3]int{500, 2000, 2000}, Options{}.most(1))
	require.Equal(t, [3]int{7, 1000, 4}, Options{Train: 15, Test: 8}.most(2))
	require.Equal(t, [3]int{1, 1, 1}, Options{Train: 1, Valid: 1, Test: 1}.most(3))
	data, _, err := ethanol{}.prepare(t, Options{Train: 9, Valid: 3})
	require.NoError(t, err)
	require.Len(t, data.Train, 9)
	require.Len(t, data.Valid, 3)
	require.Len(t, data.Test, 15)
	require.EqualError(t, Options{Span: 1, Valid: -1}.Validate(), "0 train, -1 valid and 0 test pairs: each is 1 or more")
}

// TestPublished: the paper's choice of molecules is without hydrogens, with its sticks.
func TestPublished(t *testing.T) {
	seed := uint64(3)
	data, _, err := Prepare(filepath.Join(testenv.Data(t), "md17_reconstructed_ethanol.npz"), Published("ethanol", &seed))
	require.NoError(t, err)
	require.Equal(t, "ethanol: md17_reconstructed_ethanol.npz, hydrogens dropped, sticks of the paper, pairs as given", data.About.Source)
	require.Equal(t, 3, data.Train[0].Particles())
	require.Equal(t, "3000 frames", data.About.Interval, "not of 0.5 fs")
	o := Published("ethanol", &seed)
	o.Span = 10
	data, _, err = Prepare(writeText(t, "ethanol.xyz", ethanol{}.text()), o)
	require.NoError(t, err)
	require.Equal(t, "ethanol: ethanol.xyz, hydrogens dropped, sticks of the paper, split drawn from seed 3", data.About.Source)
	require.Equal(t, 3, data.Train[0].Particles())
	require.Nil(t, system.Mass.Of(&data.Train[0]))
	starts := data.Origins["train"].Starts
	require.Less(t, slices.Min(data.Origins["test"].Starts), slices.Max(starts), "not later")
}
