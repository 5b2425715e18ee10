package shooting_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
	"gmnc/train/shooting"
)

// TestRollsThatFail: an error of a roll, of a dozen throughout a fit, is that of the fit.
func TestRollsThatFail(t *testing.T) {
	broken := errors.New("the engine is broken")
	for name, truth := range map[string][]float64{"all are there": {0, 0.3, 0.8}, "no damping": {0, 0.3, config.Vanished}} {
		samples := recordings(t, truth, 3, 7, 0.01, false)
		calls, fails := 0, -1
		roll := func(ctx context.Context, at []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			if calls++; calls == fails {
				return nil, nil, broken
			}
			if at == nil { // a fit of first states alone
				at = truth
			}
			return oscillators(ctx, at, starts, steps)
		}
		for _, start := range []func(p shooting.Problem) error{
			func(p shooting.Problem) error { _, err := p.Run(t.Context()); return err },
			func(p shooting.Problem) error {
				p.Finer, p.Coarse = roll, roll
				_, err := p.Run(t.Context())
				return err
			},
			func(p shooting.Problem) error { _, err := p.States(t.Context()); return err },
		} {
			run := func(at int) error {
				calls, fails = 0, at
				p := problem(samples)
				p.Roll = roll
				return start(p)
			}
			require.NoError(t, run(-1))
			all := calls
			require.Greater(t, all, 5)
			for at := 1; at <= all; at += 1 + all/12 {
				require.ErrorIs(t, run(at), broken, "%s, roll %d of %d", name, at, all)
			}
		}
	}
}
