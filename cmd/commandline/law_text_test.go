package commandline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/law"
)

// TestErrorsOfFormsThatFit: constants have the errors that the law gives them, which are none where no
// form fits. A form that does not fit is said to miss the network's force.
func TestErrorsOfFormsThatFit(t *testing.T) {
	for left, fits := range map[float64]bool{0.01: true, 0.5: false} {
		form := law.Form{Text: "3 / r", Left: left, Constants: []law.Constant{{Name: "A", Value: 3}}}
		if fits {
			form.Constants[0].StandardError = 0.5
		}
		text := curveText(law.Curve{Forms: []law.Form{form}})
		if fits {
			require.Contains(t, text, "A = 3 +- 0.5\n")
			require.NotContains(t, text, "no form of the list fits")
		} else {
			require.Contains(t, text, "A = 3\n")
			require.Contains(t, text, "no form of the list fits the network's force; the nearest is 3 / r, which leaves 50.0 %")
		}
	}
}
