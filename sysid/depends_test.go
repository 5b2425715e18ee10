package sysid

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid/jointlog"
)

// dependsOn reports whether a fit's residuals depend on a quantity, by its first words.
func dependsOn(f *fit, words string) bool {
	return slices.ContainsFunc(f.depends(), func(d Dependence) bool { return strings.HasPrefix(d.On, words) })
}

// TestLeastDependence: a quantity counts that explains more than a twentieth of the squares, with a score of more than 4,
// which is the root of the number of blocks where it acts alike.
func TestLeastDependence(t *testing.T) {
	for fraction, told := range map[float64]bool{0.047: false, 0.053: true} {
		f, _ := leavingOf(t, 12, []string{"viscous"}, func(k int) float64 {
			return math.Sqrt(fraction) + math.Sqrt(1-fraction)*float64(1-2*(k%2))
		})
		require.Equal(t, told, dependsOn(f, "a constant: "), "%g of the squares", fraction)
	}
	for blocks, told := range map[int]bool{15: false, 17: true} {
		f, _ := leavingOf(t, 12, []string{"viscous"}, func(k int) float64 {
			if k/16 < blocks {
				return 1
			}
			return 0
		})
		require.Equal(t, told, dependsOn(f, "a constant: "), "in %d blocks", blocks)
	}
	f, _ := leavingOf(t, 12, []string{"viscous", "offset"}, func(int) float64 { return 1 })
	require.False(t, dependsOn(f, "a constant: "), "the law has it")
}

// TestDependsOnFilter: residuals that go against what a second smoothing takes of the acceleration are said to come from
// the filter, and residuals along it, as from noise, are not.
func TestDependsOnFilter(t *testing.T) {
	for sign, told := range map[float64]bool{-1: true, 1: false} {
		f, m := leavingOf(t, 12, []string{"viscous"}, func(int) float64 { return 0 })
		for _, row := range m.rows {
			m.torque[0][row] += sign * 1e4 * m.lost(0, row)
		}
		require.Equal(t, told, dependsOn(f, "what the filter takes"), "%g", sign)
	}
}

// TestUsable: recordings need 200 rows and torques, of which those of each joint are not always 0.
func TestUsable(t *testing.T) {
	tree, r := hinge(200)
	require.ErrorContains(t, usable(tree, nil), "there is no recording")
	zero := *r
	require.ErrorContains(t, usable(tree, []jointlog.Recording{*r, zero}), "log: the torque of hinge is 0 in all rows")
	moved := *r
	moved.Torque = matrix(1, 200)
	moved.Torque[0][7] = -1
	for _, both := range [][]jointlog.Recording{{moved}, {moved, zero}, {zero, moved}} {
		require.NoError(t, usable(tree, both))
	}
	moved.Time = moved.Time[:199]
	require.ErrorContains(t, usable(tree, []jointlog.Recording{moved}), "log has 199 rows, expected 200 or more")
}

// TestFirstWeights: a fit begins with weights by which the torque has ten times the size of the residuals.
func TestFirstWeights(t *testing.T) {
	f, m := leaving(t, func(int) float64 { return 0 })
	l := f.law
	fresh := newFit(l, f.prior, []*motion{m, m})
	require.InEpsilon(t, 10/squared(m.torque[0]), fresh.weights[0], 1e-9)
	clear(m.torque[0])
	require.InEpsilon(t, 10/math.SmallestNonzeroFloat32, newFit(l, f.prior, []*motion{m}).weights[0], 1e-9)
}

// TestMostRows: of long recordings about 2000 rows are taken, in equal steps.
func TestMostRows(t *testing.T) {
	tree, r := hinge(6200)
	for i, time := range r.Time {
		r.Angle[0][i], r.Rate[0][i] = math.Sin(3*time), 3*math.Cos(3*time)
	}
	for half, stride := range map[float64]int{0.025: 3, 0.09: 4} {
		m := smoothed(tree, r, []float64{0}, half)
		require.Equal(t, []int{stride / 2, stride/2 + stride}, m.rows[:2], "%g s", half)
		require.Greater(t, m.rows[len(m.rows)-1], len(m.time)-1-stride)
	}
}
