package urdf

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
)

// tripod is a mast of 1 kg, on it a hub of 6 kg whose center is at an offset
// along x, and three legs of 1 kg, 0.2 m away in three directions.
func tripod(offset float64) string {
	text := new(strings.Builder)
	fmt.Fprintf(text, `<robot><link name="mast"><inertial><origin xyz="0 0 0.25"/><mass value="1"/></inertial></link>
<link name="hub"><inertial><origin xyz="%g 0 0"/><mass value="6"/></inertial></link>`, offset)
	text.WriteString(tied("mast", "hub", `xyz="0 0 0.5"`))
	for leg := range 3 {
		angle := 2 * math.Pi / 3 * float64(leg)
		fmt.Fprintf(text, `<link name="leg%d"><inertial><origin xyz="0 0 -0.1"/><mass value="1"/></inertial></link>`, leg)
		text.WriteString(tied("hub", fmt.Sprint("leg", leg), fmt.Sprintf(`xyz="%g %g 0"`, 0.2*math.Cos(angle), 0.2*math.Sin(angle))))
	}
	return text.String() + "</robot>"
}

// TestMassesFollowTheCentre: a center that is moved by a millimeter moves about
// a hundredth of the mass, whichever way it is moved; in the middle of the legs all is at
// the joint. The robot's center of mass is the file's.
func TestMassesFollowTheCentre(t *testing.T) {
	masses := func(offset float64) (masses []float64) {
		robot, err := parseText(tripod(offset))
		require.NoError(t, err)
		var moment [3]float64
		for _, p := range robot.Particles {
			masses = append(masses, p.Mass)
			for axis := range moment {
				moment[axis] += p.Mass * p.Position[axis]
			}
		}
		allclose.Within(t, []float64{6 * offset, 0, 0.25 + 6*0.5 + 3*0.4}, moment[:], 1e-9)
		return masses
	}
	centered := masses(0)
	allclose.Within(t, []float64{0.5, 6.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, centered, 1e-9)
	for _, offset := range []float64{1e-3, -1e-3} {
		allclose.Within(t, centered, masses(offset), 0.01*6.5)
	}
}

// TestMassesComeNearestTheInertia: of a plate on its middle, and held at four
// corners, so much is at these that the moments are the moments of the file.
func TestMassesComeNearestTheInertia(t *testing.T) {
	// Of 12 kg on 1 x 1 m: 1, 1 and 2 kg m^2 about the middle.
	text := `<robot><link name="plate"><inertial><mass value="12"/><inertia ixx="1" iyy="1" izz="2"/></inertial></link>`
	for corner := range 4 {
		x, y := float64(corner%2)-0.5, float64(corner/2)-0.5
		text += massive(fmt.Sprint("foot", corner), 1) + tied("plate", fmt.Sprint("foot", corner), fmt.Sprintf(`xyz="%g %g 0"`, x, y))
	}
	robot, err := parseText(text + "</robot>")
	require.NoError(t, err)
	for _, foot := range robot.Particles[1:] {
		require.InDelta(t, 1+1, foot.Mass, 1e-4, "4 kg at half a meter have 1 kg m^2; the ends' weight takes a little")
	}
	require.InDelta(t, 8, robot.Particles[0].Mass, 1e-4)
}

// TestBounded: where the center counts as much as what contradicts it, each of the three iterations
// halves what it misses.
func TestBounded(t *testing.T) {
	equations, right := mat.NewDense(rows, 2, nil), make([]float64, rows)
	equations.SetRow(total, []float64{10, 10})
	equations.SetRow(first, []float64{0, 1})
	equations.SetRow(rows-1, []float64{0, 1})
	right[total], right[first], right[rows-1] = 10, 0.5, 0.9
	allclose.Within(t, []float64{0.45, 0.55}, bounded(equations, right), 1e-9)
}

// TestNonNegative: of random equations no number can be changed for the better.
func TestNonNegative(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		const rows, columns = 8, 5
		a, b := mat.NewDense(rows, columns, nil), make([]float64, rows)
		for i := range b {
			b[i] = random.NormFloat64()
			for k := range columns {
				a.Set(i, k, random.NormFloat64())
			}
		}
		x := nonNegative(a, b)
		var slopes, rest mat.VecDense
		rest.MulVec(a, mat.NewVecDense(columns, x))
		rest.SubVec(&rest, mat.NewVecDense(rows, b))
		slopes.MulVec(a.T(), &rest)
		for k := range columns {
			require.GreaterOrEqual(t, x[k], 0.0)
			require.GreaterOrEqual(t, slopes.AtVec(k), -1e-8)
			require.InDelta(t, 0, x[k]*slopes.AtVec(k), 1e-8)
		}
	}
}

func TestTooManyJointsOfALink(t *testing.T) {
	text := "<robot>" + massive("hub", 1)
	for spoke := range maxFollowing + 1 {
		text += massive(fmt.Sprint(spoke), 1) + tied("hub", fmt.Sprint(spoke), fmt.Sprintf(`xyz="%d 1 0"`, spoke))
	}
	_, err := parseText(text + "</robot>")
	require.EqualError(t, err, `x.urdf:1: more than 100 joints follow the link "hub", which is too many`)
}
