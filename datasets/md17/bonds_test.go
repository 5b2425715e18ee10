package md17

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestLengthsOfBonds: atoms nearer than 1.6 angstrom are bonded, and hydrogens by their radii, 1.25 times.
func TestLengthsOfBonds(t *testing.T) {
	for _, c := range []struct {
		first, second int64
		distance      float64
		bonded        bool
	}{
		{6, 6, 1.59, true}, {6, 6, 1.61, false}, {17, 17, 1.61, false},
		{1, 1, 0.77, true}, {1, 1, 0.78, false}, {6, 1, 1.33, true}, {1, 6, 1.34, false},
	} {
		s := moving([]int64{c.first, c.second}, [][2]float64{{0, 0}, {c.distance, 0}})
		require.Equal(t, c.bonded, len(s.bonds()) == 1, "%+v", c)
	}
	s := moving([]int64{6, 6, 6}, [][2]float64{{0, 0}, {1.5, 0}, {3, 0}}, [][2]float64{{0, 0}, {1.5, 0}, {1.5, 1.5}})
	require.Equal(t, [][2]int{{0, 1}, {1, 2}}, s.bonds())
	require.Equal(t, [][2]int{{0, 1}, {1, 2}}, s.bondsIn(1))
}

// TestFeaturesOfBonds: an edge has its number of bonds and the elements at both of its ends.
func TestFeaturesOfBonds(t *testing.T) {
	s := moving([]int64{6, 8, 1}, [][2]float64{{0, 0}, {1.4, 0}, {1.4, 0.95}}, [][2]float64{{0, 0}, {1.45, 0}, {1.4, 0.95}})
	s.known = s.numbers
	sample, sticks, err := s.template(Options{Features: []string{NumberFeature}, Sticks: NoSticks})
	require.NoError(t, err)
	require.Equal(t, "no sticks", sticks)
	require.Equal(t, [][2]int{{0, 1}, {1, 2}}, sample.Bonds)
	require.Equal(t, []int64{1, 2, 0, 2, 0, 1}, sample.Neighbors)
	require.Equal(t, []float32{1, 6, 8, 2, 6, 1, 1, 8, 6, 1, 8, 1, 2, 1, 6, 1, 1, 8}, sample.EdgeFeatures)
	require.Equal(t, []float32{0.75, 1, 0.125}, sample.NodeFeatures)
	require.Nil(t, system.Mass.Of(&sample))
	require.Equal(t, []string{"C1", "O1", "H1"}, s.atomNames())
	sample, _, err = s.template(Options{Features: []string{ElementFeature, MassFeature}, Sticks: NoSticks})
	require.NoError(t, err)
	require.Equal(t, []float32{1, 0, 0, 0, 0, 1, 0, 1, 0}, sample.NodeFeatures)
	require.Equal(t, []float32{12.011, 15.999, 1.008}, system.Mass.Of(&sample))
	require.Equal(t, []float32{1, 4, 2, 5, 3, 6}, rows([]float32{1, 2, 3}, []float32{4, 5, 6}))
	s.numbers = []int64{6, 6, 118, 119, 0, 119}
	require.Equal(t, []string{"C1", "C2", "Og1", "type 119 1", "type 0 1", "type 119 2"}, s.atomNames())
}

// TestBondsThatKeepTheirLengths: bonds that keep their lengths are sticks, and the note has the least variation of the others.
func TestBondsThatKeepTheirLengths(t *testing.T) {
	s := moving([]int64{6, 6, 6}, [][2]float64{{0, 0}, {1.5, 0}, {3, 0}}, [][2]float64{{0, 0}, {1.5, 0}, {3.03, 0}})
	rigid, least := s.rigidBonds(s.bonds())
	require.Equal(t, [][2]int{{0, 1}}, rigid)
	require.InDelta(t, 0.015/1.515, least, 1e-9)
	objects, how, err := s.objects(s.bonds(), Options{})
	require.NoError(t, err)
	require.Equal(t, "bonds that are rigid in the data as sticks", how)
	require.Equal(t, [][]int{{0, 1}}, objects.Of(system.Stick))
	_, how, err = s.objects([][2]int{{1, 2}}, Options{})
	require.NoError(t, err)
	require.Equal(t, "no sticks, as the lengths of all bonds vary by 0.99 % or more", how)
	_, how, err = s.objects(nil, Options{Cutoff: 1})
	require.NoError(t, err)
	require.Equal(t, "no bonds", how)
	_, _, err = s.objects(nil, Options{})
	require.ErrorContains(t, err, "a.xyz: no two of the 3 atoms are bonded")
	_, _, err = s.objects(s.bonds(), Options{Rigid: true})
	require.ErrorContains(t, err, "a.xyz: no three bonded atoms keep all their distances, so no part of a molecule is a rigid body: leave rigid out")

	const rounding = 2 * 2 * 0.01 * 0.408248 // two deviations of both ends of the change, of a grid of 0.01
	for _, c := range []struct {
		change, grid float64
		rigid        bool
	}{{0.0029, 0, true}, {0.0031, 0, false}, {0.0029 + rounding, 0.01, true}, {0.0031 + rounding, 0.01, false}} {
		s := moving([]int64{6, 6}, [][2]float64{{0, 0}, {1.5, 0}}, [][2]float64{{0, 0}, {1.5 + c.change, 0}})
		s.grid = c.grid
		rigid, _ := s.rigidBonds([][2]int{{0, 1}})
		require.Equal(t, c.rigid, len(rigid) == 1, "%+v", c)
	}
}
