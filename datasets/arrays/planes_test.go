package arrays

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

// sliding are recordings of a box of these half sizes, turned about z, that slides along x
// on the plane z = 0.
func sliding(frames int, halves [3]float64) []npz.Array {
	shape := []int{3, frames, 8, 3}
	x, v := npz.Array{Key: "positions", Shape: shape}, npz.Array{Key: "velocities", Shape: shape}
	for range 3 {
		for f := range frames {
			for corner := range 8 {
				var r [3]float64
				for k := range 3 {
					r[k] = halves[k] * float64(2*(corner>>k&1)-1)
				}
				sin, cos := math.Sincos(0.5)
				x.Floats = append(x.Floats, float32(cos*r[0]-sin*r[1]+0.1*float64(f)), float32(sin*r[0]+cos*r[1]), float32(r[2]+halves[2]))
				v.Floats = append(v.Floats, 1, 0, 0)
			}
		}
	}
	return []npz.Array{x, v, number("dt", 0.1), {Key: "bodies", Shape: []int{8}, Ints: make([]int64, 8)}}
}

// inertia are the second moments of a sample's body about its center, over its mass, by
// its field gyration.
func inertia(s *system.Sample) (moments [3][3]float64) {
	weights := system.Gyration.Of(s)
	for k := range 3 {
		var p [3]float64
		for i := range s.Particles() {
			for axis := range 3 {
				p[axis] += float64(weights[3*i+k] * s.Position[3*i+axis])
			}
		}
		for row := range 3 {
			for column := range 3 {
				moments[row][column] += p[row] * p[column]
			}
		}
	}
	return moments
}

// TestPrepareBodies: the mass of bodies is where moments or half sizes say, whatever way
// they are turned, and planes are kept with zeros for those that are missing.
func TestPrepareBodies(t *testing.T) {
	halves := [3]float64{0.15, 0.08, 0.05}
	ofBody := []npz.Array{list("body_mass", 2.4), {Key: "half_size", Shape: []int{1, 3}, Floats: []float32{0.15, 0.08, 0.05}}}
	moments := npz.Array{Key: "body_inertia", Shape: []int{1, 3}, Floats: []float32{0.00712, 0.02, 0.02312}}
	for _, given := range [][]npz.Array{ofBody, append(ofBody, moments), {ofBody[0], moments}} {
		data, _, err := prepared(t, usual, append(append(sliding(4, halves), list("plane", 0, 0, 1, 0)), given...)...)
		require.NoError(t, err)
		s := data.Test[0]
		require.InDelta(t, 0.3, system.Mass.Of(&s)[3], 1e-6)
		require.Equal(t, []float32{0, 0, 1, 0}, system.Planes.Of(&s)[:4])
		require.Len(t, system.Planes.Of(&s), system.Planes.Columns)
		got := inertia(&s)
		sin, cos := math.Sincos(0.5)
		x, y := halves[0]*halves[0]/3, halves[1]*halves[1]/3
		require.InEpsilon(t, cos*cos*x+sin*sin*y, got[0][0], 1e-4)
		require.InEpsilon(t, sin*cos*(x-y), got[0][1], 1e-4)
		require.InEpsilon(t, halves[2]*halves[2]/3, got[2][2], 1e-4)
	}
}

// TestPreparePlanesRefused: what is wrong with planes and bodies is named.
func TestPreparePlanesRefused(t *testing.T) {
	many := npz.Array{Key: "planes", Shape: []int{7, 4}, Floats: make([]float32, 28)}
	for _, c := range []struct {
		given []npz.Array
		want  string
	}{
		{[]npz.Array{list("plane", 0, 0, 0, 1)}, "plane 0 of recording 0 has no normal"},
		{[]npz.Array{list("plane", 0, 0, 1)}, "expected normal and offset, 4 numbers, of each plane"},
		{[]npz.Array{many}, "planes: 7 planes, expected 6 or fewer"},
		{[]npz.Array{list("plane", 0, 0, 1, 1)}, "begins 1 behind plane 0"},
		{[]npz.Array{list("body_mass", -1)}, "body 0 has -1, expected a finite number above 0"},
		{[]npz.Array{list("body_mass", 1, 2)}, "has shape [2]"},
		{[]npz.Array{list("body_inertia", 1, 1, 1)}, "is there without body_mass"},
		{[]npz.Array{list("body_mass", 1), list("body_inertia", 1, 1, 3)}, "no body has these"},
		{[]npz.Array{list("body_mass", 1), list("mass", 1, 1, 1, 1, 1, 1, 1, 1)}, "is there and mass, too"},
	} {
		_, _, err := prepared(t, usual, append(sliding(4, [3]float64{0.15, 0.08, 0.05}), c.given...)...)
		require.ErrorContains(t, err, c.want)
	}
	_, _, err := prepared(t, Options{Interval: 1, StartInside: true}, append(sliding(4, [3]float64{0.15, 0.08, 0.05}), list("plane", 0, 0, 1, 1))...)
	require.NoError(t, err)
}

// TestPrepareTosses: recordings of a cube on a table are taken as they are.
func TestPrepareTosses(t *testing.T) {
	data, notes, err := Prepare(filepath.Join(testenv.Data(t), "mechanics", "tosses.npz"), usual)
	require.NoError(t, err)
	require.Contains(t, notes, "half_size: bodies are taken as solid boxes, as there is no body_inertia")
	s := data.Train[0]
	got := inertia(&s)
	require.InEpsilon(t, 1./3, got[1][1], 1e-4)
	require.InDelta(t, 0, got[0][2], 1e-4)
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, data))
	_, err = datasets.Read(path)
	require.NoError(t, err)
}
