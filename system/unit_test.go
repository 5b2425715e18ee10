package system

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUnits: loads and friction have their common names in kg, m and s, and products of powers
// otherwise.
func TestUnits(t *testing.T) {
	require.Equal(t, "N m", LoadUnit(false).SI())
	require.Equal(t, "N", LoadUnit(true).SI())
	require.Equal(t, "N m s/rad", TurnDamping.Unit.SI())
	require.Equal(t, "N s/m", SlideDamping.Unit.SI())
	require.Equal(t, "N/m", Unit{Mass: 1, Time: -2}.SI())
	require.Equal(t, "kg m^2", RotorInertia.Unit.SI())
	require.Equal(t, "g m^2 / s^2", Torque.Unit.In("g", "m", "C", "s"))
	require.Equal(t, "kg mm^2 / s^2", Torque.Unit.In("kg", "mm", "C", "s"))
	require.Equal(t, "kg m^2 / ms^2", Torque.Unit.In("kg", "m", "C", "ms"))
	require.Equal(t, "1", Unit{}.String())
}
