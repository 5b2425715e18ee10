package sysid_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// spatial is an arm of three joints as many robots begin: it pans, and lifts twice.
const spatial = `<robot name="arm"><link name="base"/>
<joint name="pan" type="continuous"><parent link="base"/><child link="mast"/><axis xyz="0 0 1"/></joint>
<link name="mast"><inertial><origin xyz="0.01 0 0.1"/><mass value="4"/><inertia ixx="0.03" iyy="0.03" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="lift" type="continuous"><parent link="mast"/><child link="upper"/><origin xyz="0 0.1 0.2"/><axis xyz="0 1 0"/></joint>
<link name="upper"><inertial><origin xyz="0 0 0.2"/><mass value="3"/><inertia ixx="0.05" iyy="0.05" izz="0.006" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 -0.05 0.4"/><axis xyz="0 1 0"/></joint>
<link name="lower"><inertial><origin xyz="0 0.02 0.15"/><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial></link>
</robot>`

// truth are the constants of a twin.
func (w twin) truth(tree *rigid.Tree) map[[2]string]float64 {
	all := map[[2]string]float64{}
	for _, link := range tree.Links {
		for k, c := range rigid.Of(link) {
			all[[2]string{link.Links[0], rigid.Names[k]}] = c * (1 + w.heavier)
		}
		all[[2]string{link.Joint, "rotor inertia"}], all[[2]string{link.Joint, "viscous friction"}] = w.rotor, w.viscous
		all[[2]string{link.Joint, "Coulomb friction"}], all[[2]string{link.Joint, "delay of the motion"}] = w.coulomb, w.delay
	}
	return all
}

// TestErrors: of what is said with an error, constants and combinations of them, nine in ten are
// within two of their errors, with and without friction that remembers and with late motion.
func TestErrors(t *testing.T) {
	tree := treeOf(t, spatial)
	plain := []string{"inertia", "rotor", "viscous", "coulomb"}
	remembers, late := usual, usual
	remembers.way, late.delay = 3e-4, 0.0025 // half a row, as of a torque that is held over it
	for name, c := range map[string]struct {
		twin  twin
		learn []string
	}{"plain": {usual, plain}, "memory": {remembers, append(plain[:4:4], "memory")}, "late": {late, append(plain[:4:4], "delay")}} {
		var within, all, combinations int
		for seed := range uint64(4) {
			m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{c.twin.record(tree, seed)}, sysid.Options{Trust: 1, Half: 0.045, Learn: c.learn})
			require.NoError(t, err)
			truth := c.twin.truth(tree)
			count := func(off, sd float64) {
				if all++; math.Abs(off) < 2*sd {
					within++
				}
			}
			for _, constant := range m.Constants {
				if want, known := truth[[2]string{constant.Of, constant.Name}]; known && constant.Determined {
					count(constant.Value-want, constant.Error)
				}
				require.False(t, constant.Rough && constant.Determined)
			}
			for _, sum := range m.Combinations {
				first := sum.Terms[0]
				require.Less(t, sum.Error, find(m, first.Of, first.Name).Error, sum.Words)
				var want float64
				for _, term := range sum.Terms {
					want += term.Factor * truth[[2]string{term.Of, term.Name}]
				}
				count(sum.Value-want, sum.Error)
				combinations++
			}
			require.Contains(t, m.Undetermined, sysid.Undetermined{Of: "mast", Name: "mass", Why: "nothing in the data depends on it"})
		}
		t.Logf("%s: %d of %d within two errors, %d of them combinations", name, within, all, combinations)
		require.GreaterOrEqual(t, float64(within), 0.9*float64(all), name)
		require.Greater(t, all, 40, name)
		require.Greater(t, combinations, 4, name)
	}
}

// TestNoiselessBounds: of a log without noise, which three links made singular, constants and combinations
// have bounds that hold. Some are off by more than twice their standard errors.
func TestNoiselessBounds(t *testing.T) {
	tree, clean := treeOf(t, spatial), usual
	clean.noise, clean.rateNoise = 0, 0
	m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{clean.record(tree, 1)}, sysid.Options{Trust: 1, Half: 0.03, Learn: []string{"inertia", "rotor", "viscous", "coulomb"}})
	require.NoError(t, err)
	truth := clean.truth(tree)
	told := 0
	for _, c := range m.Constants {
		if want, known := truth[[2]string{c.Of, c.Name}]; known && c.Determined {
			require.InDelta(t, want, c.Value, c.Most, "%s of %s", c.Name, c.Of)
			require.Less(t, c.Most, 0.01)
			told++
		}
	}
	require.Greater(t, told, 8)
	require.NotEmpty(t, m.Combinations)
	for _, sum := range m.Combinations {
		want := 0.
		for _, term := range sum.Terms {
			want += term.Factor * truth[[2]string{term.Of, term.Name}]
		}
		require.InDelta(t, want, sum.Value, sum.Most, sum.Words)
	}
}

// TestCombination: of an arm that lifts twice about y, the recordings tell the upper link's first
// moment along its way to the elbow, 0.4 m, with 0.4 m times the lower link's mass, and of the lower link the difference of two inertias.
func TestCombination(t *testing.T) {
	tree := treeOf(t, spatial)
	m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{usual.record(tree, 1)}, sysid.Options{Trust: 1, Half: 0.045, Learn: []string{"inertia", "rotor", "viscous", "coulomb"}})
	require.NoError(t, err)
	values := map[string]float64{}
	for _, sum := range m.Combinations {
		values[sum.Words] = sum.Value
	}
	require.InDelta(t, 1.3*(3*0.2+0.4*1), values["mass*z of upper + 0.4 * mass of lower"], 0.005)
	require.InDelta(t, 1.3*(0.01+0.15*0.15-0.002), values["Ixx of lower - Izz of lower"], 0.001) // by Steiner, less what both have of y
}

// TestCompleteCombinations: in a short and noisy log, too, where terms are smaller than the error of
// their combination, the words have all terms of the value, and none is said to have no effect.
func TestCompleteCombinations(t *testing.T) {
	tree, noisy := treeOf(t, spatial), usual
	noisy.noise, noisy.seconds = 1, 8
	m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{noisy.record(tree, 1)}, sysid.Options{Trust: 1, Half: 0.045, Learn: []string{"inertia", "rotor", "viscous", "coulomb"}})
	require.NoError(t, err)
	require.NotEmpty(t, m.Combinations)
	for _, sum := range m.Combinations {
		for _, term := range sum.Terms {
			require.Contains(t, sum.Words, term.Name+" of "+term.Of)
			for _, u := range m.Undetermined {
				require.False(t, !u.Combined && u.Of == term.Of && u.Name == term.Name, u)
			}
		}
	}
}
