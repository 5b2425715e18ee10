package md17

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTablesOfUnits: the units of lengths and times in a table are read, and a table that names
// none, or cannot be read, is no unit.
func TestTablesOfUnits(t *testing.T) {
	for comment, want := range map[string][2]string{
		`units="_JSON {\"energy\": \"eV\", \"time\": \"fs\", \"momenta\": \"(eV*u)^0.5\"}" pbc="F F F"`: {"", "fs"},
		`units="_JSON {\"Length\": \"nm\"}"`:                     {"nm", ""},
		`units={"positions": "bohr"}`:                            {"bohr", ""},
		`units="{'distance': 'Angstrom', 'time': 'ps', 'n': 3}"`: {"Angstrom", "ps"},
		`units="_JSON {\"length\": "`:                            {"", ""},
		`units="_JSON {\"length\": 3}" time_unit=ps`:             {"", "ps"},
		`units=nm`: {"nm", ""},
	} {
		h, err := parseHeader(comment)
		require.NoError(t, err, comment)
		require.Equal(t, want, [2]string{h.unit, h.timeUnit}, comment)
	}
}
