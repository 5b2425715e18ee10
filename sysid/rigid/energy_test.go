package rigid_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/checks"
	"gmnc/sysid/rigid"
)

// TestEnergies: energies grow by the work of the torques that the regressor has, of a tree with sliding
// and turning joints, and are sums of the shares of the constants.
func TestEnergies(t *testing.T) {
	tree := crane(t)
	tree.Gravity = [3]float64{1.5, -2.5, -9.81}
	joints := len(tree.Links)
	const step = 1e-4
	moves := func(time float64) (angle, rate, change []float64) {
		for j := range joints {
			f := 1 + 0.3*float64(j)
			angle, rate, change = append(angle, math.Sin(f*time)), append(rate, f*math.Cos(f*time)), append(change, -f*f*math.Sin(f*time))
		}
		return angle, rate, change
	}
	motion := &checks.Recording{Elements: joints, Each: 1, Starts: []int{0, 2}}
	for _, time := range []float64{0.7 - step, 0.7 + step} {
		angle, rate, _ := moves(time)
		motion.Positions, motion.Rates = append(motion.Positions, angle...), append(motion.Rates, rate...)
	}
	tree.AddEnergies(motion)
	var constants []float64
	for _, l := range tree.Links {
		own := rigid.Of(l)
		constants = append(constants, own[:]...)
	}
	angle, rate, change := moves(0.7)
	rows := make([][]float64, joints)
	for j := range rows {
		rows[j] = make([]float64, len(constants))
	}
	rigid.NewRegressor(tree).Rows(angle, rate, change, rows)
	var power, grown, shares float64
	for j, row := range rows {
		for k, constant := range constants {
			power += rate[j] * row[k] * constant
		}
	}
	for k := range 2 * joints {
		grown += motion.Energies[2*joints+k] - motion.Energies[k]
	}
	for k, constant := range constants {
		shares += constant * (motion.States[len(constants)+k] - motion.States[k])
	}
	require.InDelta(t, power, grown/(2*step), 1e-5*math.Abs(power))
	require.InDelta(t, grown, shares, 1e-9*math.Abs(grown)+1e-12)
}

// TestEnergiesOfNeighbors: a frame has the same energies, to the last bit, whichever joints have moved since the frame before.
func TestEnergiesOfNeighbors(t *testing.T) {
	tree := crane(t)
	joints := len(tree.Links)
	motion := &checks.Recording{Elements: joints, Each: 1}
	position, rate := make([]float64, joints), make([]float64, joints)
	for _, moves := range []struct{ joint, position, rate float64 }{{0, 1, 2}, {0, 1, 2}, {2, 0.5, 0}, {1, 0, -3}, {2, 0.7, 1}, {0, 0, 2}} {
		position[int(moves.joint)], rate[int(moves.joint)] = moves.position, moves.rate
		motion.Positions, motion.Rates = append(motion.Positions, position...), append(motion.Rates, rate...)
	}
	tree.AddEnergies(motion)
	require.NotEqual(t, motion.States[:10*joints], motion.States[20*joints:30*joints])
	for at := 0; at < len(motion.Positions); at += joints {
		one := &checks.Recording{Elements: joints, Each: 1, Positions: motion.Positions[at:][:joints], Rates: motion.Rates[at:][:joints]}
		tree.AddEnergies(one)
		require.Equal(t, one.Energies, motion.Energies[2*at:][:2*joints])
		require.Equal(t, one.States, motion.States[10*at:][:10*joints])
		require.Equal(t, one.Potentials, motion.Potentials[10*at:][:10*joints])
		clear(one.Rates)
		resting := &checks.Recording{Elements: joints, Each: 1, Positions: one.Positions, Rates: one.Rates}
		tree.AddEnergies(resting)
		require.Equal(t, resting.States, one.Potentials, "at rest a state has no other part")
	}
}
