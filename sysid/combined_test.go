package sysid

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/identify"
)

// TestMarkCombined: a constant without effect that is a small term of a combination is part of it.
func TestMarkCombined(t *testing.T) {
	undetermined := []Undetermined{{"upper", "Ixy", false, identify.NoneDepends}, {"mast", "mass", false, identify.NoneDepends}, {"lower", "mass", true, "x"}}
	markCombined(undetermined, []Combination{{Terms: []Term{{Of: "upper", Name: "Iyz"}, {Of: "lower", Name: "mass"}, {Of: "upper", Name: "Ixy"}}}})
	require.Equal(t, []Undetermined{
		{"upper", "Ixy", true, "the data do not tell it apart from Iyz of upper"}, {"mast", "mass", false, identify.NoneDepends}, {"lower", "mass", true, "x"},
	}, undetermined)
}
