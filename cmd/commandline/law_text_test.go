package commandline

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/uncertainty"
	"gmnc/predict/law"
	"gmnc/run"
)

// TestErrorsOfFormsThatFit: constants have the errors that the law gives them, which are none where no
// form fits. A form that does not fit is said to miss the network's force.
func TestErrorsOfFormsThatFit(t *testing.T) {
	for left, fits := range map[float64]bool{0.01: true, 0.5: false} {
		form := law.Form{Text: "3 / r", Left: left, Constants: []law.Constant{{Name: "A", Value: 3}}}
		if fits {
			form.Constants[0].StandardError = 0.5
		}
		text := curveText(law.Curve{Forms: []law.Form{form}}, true)
		if fits {
			require.Contains(t, text, "A = 3 +- 0.5\n")
			require.NotContains(t, text, "none of the forms fits")
		} else {
			require.Contains(t, text, "A = 3\n")
			require.Contains(t, text, "none of the forms fits the network's force; the closest is 3 / r, with a residual of 50.0 %")
		}
	}
}

// TestFittedForm: a form that fits the recordings is the law, and the network is what is off.
func TestFittedForm(t *testing.T) {
	curve := law.Curve{Fitted: true, Forms: []law.Form{{Text: "3 / r", Left: 0.5, Constants: []law.Constant{{Name: "A", Value: 3, Error: uncertainty.Error{StandardError: 0.5}}}}}}
	text := curveText(curve, false)
	require.Contains(t, text, "3 / r, which fits the training recordings; the network's force differs from it by 50.0 %\n  A = 3 +- 0.5\n")
	curve.Forms[0].Left = 0.01
	require.Contains(t, curveText(curve, false), "3 / r, with a residual of 1.0 %\n")
}

// TestNearForms: where another form is near the network's force, too, the text says so unless a form was asked for.
func TestNearForms(t *testing.T) {
	form := func(text string, left float64, constants int) law.Form {
		return law.Form{Name: text, Text: text, Left: left, Constants: make([]law.Constant, constants)}
	}
	curve := law.Curve{Forms: []law.Form{form("two powers", 0.01, 4), form("Yukawa", 0.05, 2), form("spring", 0.5, 2)}}
	text := curveText(curve, true)
	require.Contains(t, text, "several forms are near the network's force, and the chosen one is two powers, with a residual of 1.0 %\n")
	require.Contains(t, text, "  near, too, Yukawa: Yukawa, with a residual of 5.0 %\n")
	require.NotContains(t, text, "spring")
	text = curveText(curve, false)
	require.Contains(t, text, "of all: two powers, with a residual of 1.0 %\n")
	require.Contains(t, text, "  next best, Yukawa: Yukawa, with a residual of 5.0 %\n")
	curve.Forms = []law.Form{form("two powers", 0.6, 4), form("constant", 0.65, 1)}
	require.NotContains(t, curveText(curve, true), "near, too", "none fits")
}

// TestAgainstNetwork: a law that predicts better than the network is said to, though it leaves much of the network's
// force; one that predicts as well is not, and nothing is said where an error is not known.
func TestAgainstNetwork(t *testing.T) {
	require.Equal(t, "the chosen law has a root mean squared error of 0.0316 on the validation samples, and the network of 0.0332: the law describes the motions better, however much it leaves of the network's force", withNetwork(1e-3, 1.1e-3))
	require.Equal(t, "the chosen law has a root mean squared error of 0.0316 on the validation samples, and the network of 0.0316", withNetwork(1e-3, 1e-3))
	require.Contains(t, withNetwork(0, 1), "better")
	require.Contains(t, withNetwork(1, 0), "network of 0")
	require.Empty(t, withNetwork(math.NaN(), 1))
	require.Empty(t, withNetwork(1, math.NaN()))
}

// TestStoppedEarly: a run says that its training was stopped unless it had its last epoch, or as many without a lower
// validation error as its patience.
func TestStoppedEarly(t *testing.T) {
	rows := []run.Epoch{{Epoch: 1, Valid: math.NaN()}, {Epoch: 2, Valid: 3}, {Epoch: 3, Valid: 1}, {Epoch: 4, Valid: 2}, {Epoch: 5, Valid: math.NaN()}}
	for _, options := range []*run.Options{nil, {Epochs: 5}, {Epochs: 6, Patience: 2}} {
		require.Empty(t, stoppedEarly(rows, options))
	}
	require.Empty(t, stoppedEarly(nil, &run.Options{Epochs: 6}))
	for _, options := range []*run.Options{{Epochs: 6}, {Epochs: 6, Patience: 3}} {
		require.Contains(t, stoppedEarly(rows, options), "stopped after epoch 5 of 6: its force may still change")
	}
}
