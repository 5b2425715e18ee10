package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSoughtConstants: the truths are those of the simulators: one force of charges 1/r^2, and springs
// of 10 N/m and 1 m.
func TestSoughtConstants(t *testing.T) {
	sought := map[string]Sought{}
	for _, column := range onLaws() {
		sought[column.System] = *column.Sought
		require.Len(t, column.Rows, 1)
	}
	for name, want := range map[string]Sought{
		MainSystem + ", number of forces": {Name: "number of forces", Constant: ForceCount, Truth: 1},
		MainSystem + ", exponent":         {Name: "exponent", Constant: "n", Truth: 2, Off: 0.05, Charges: true},
		MainSystem + ", coefficient":      {Name: "coefficient", Constant: "A", Truth: 1, Off: 0.03, Charges: true},
		MainSystem + ", " + ErrorRatio:    {Name: ErrorRatio, Constant: ErrorRatio, Off: 1},
		"coupled3, stiffness":             {Name: "stiffness", Constant: "k", Truth: 10, Off: 0.1},
		"coupled3, rest length":           {Name: "rest length", Constant: "l", Truth: 1, Off: 0.01},
	} {
		require.Equal(t, want, sought[name], name)
	}
}
