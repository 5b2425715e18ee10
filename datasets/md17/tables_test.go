package md17

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSumsOfTables: each number of the tables of elements is the one of the sources, by sums in which the
// number of the element is a factor.
func TestSumsOfTables(t *testing.T) {
	sum := func(values []float64) (sum float64) {
		for i, value := range values {
			sum += float64(i+1) * value
		}
		return sum
	}
	require.InDelta(t, 1387034.828577217, sum(masses), 1e-5)
	require.InDelta(t, 7825.5500, sum(radii), 1e-9)
	heavier := 0
	for i := range masses[1:] {
		if masses[i+1] < masses[i] {
			heavier++ // as argon, cobalt, tellurium and others
		}
	}
	require.Equal(t, 9, heavier)
}

// TestPaperSticks: the bonds that the paper keeps rigid, by the lists of its code.
func TestPaperSticks(t *testing.T) {
	sums := map[string]int{}
	for molecule, sticks := range paperSticks {
		for k, stick := range sticks {
			sums[molecule] += (k + 1) * (100*stick[0] + stick[1])
		}
	}
	require.Equal(t, map[string]int{
		"aspirin": 10126, "benzene": 1622, "benzene_old": 1622, "ethanol": 1, "malonaldehyde": 102, "naphthalene": 7198, "salicylic": 3856, "toluene": 1218, "uracil": 609,
	}, sums)
	require.Equal(t, "benzene_old", splitName("benzene"))
	require.Equal(t, "uracil", splitName("uracil"))
}

// TestSizesOfUnits: lengths in angstrom, and velocities in angstrom/fs.
func TestSizesOfUnits(t *testing.T) {
	require.Equal(t, map[string]float64{"angstrom": 1, "nm": 10, "bohr": 0.529177210903, "pm": 0.01}, lengthUnits)
	for name, size := range map[string]float64{
		"ASE's unit, sqrt(eV/u)": 0.0982269482, "angstrom/fs": 1, "angstrom/ps": 0.001, "nm/ps": 0.01, "nm/fs": 10,
		"Amber's unit, angstrom/ps by 20.455": 0.020455, "bohr by the atomic unit of time": 21.8769126, "bohr/fs": 0.529177210903, "m/s": 1e-5,
	} {
		found := false
		for _, u := range speedUnits {
			if u.name == name {
				found = true
				require.InEpsilon(t, size, u.size, 1e-7, name)
				require.True(t, u.like(1.09*size, 1), name)
				require.False(t, u.like(1.12*size, 1), name)
				require.True(t, u.like(0.92*size, 1), name)
				require.False(t, u.like(0.9*size, 1), name)
			}
		}
		require.True(t, found, name)
	}
	require.Len(t, speedUnits, 9)
	require.Nil(t, unitLike(1e9, 1))
	require.Equal(t, "nm/ps", unitLike(0.01, 1).name)
}
