package commandline

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// still is a session that leaves all particles where they are.
type still struct{}

func (still) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	position := batch.Inputs["position"]
	return map[string]runtime.Tensor{"position": position.Clone(), "velocity": position.Clone()}, nil
}

func (still) Close() error { return nil }

// withEngine adds a row to the table, for one test.
func withEngine(t *testing.T, row runtime.Engine) {
	t.Cleanup(engines.Replace(append(engines.All(), row)))
}

// TestNewEngine: a row of the table is all that a new engine takes to be in the
// help, in doctor's list and behind predict, for runs and for files.
func TestNewEngine(t *testing.T) {
	s := getSession(t)
	row := runtime.Engine{
		Name: "frozen", About: func() string { return "made for a test" }, Available: func() error { return nil },
		Modes: []runtime.Mode{{Ragged: true, Open: func(*ir.Module, map[string]runtime.Tensor) (runtime.Session, error) { return still{}, nil }}},
	}
	require.NotContains(t, gmnc(t, "doctor").out, "frozen")
	withEngine(t, row)
	require.Contains(t, gmnc(t, "predict", "--help").out, "frozen")
	require.Contains(t, gmnc(t, "doctor").out, "frozen       made for a test (models)\n")
	for _, model := range []string{s.run, s.model} {
		require.Contains(t, gmnc(t, "predict", model, s.data, "--runtime", "frozen").out, "samples in frozen\n", model)
	}

	row.Name, row.Available = "absent", func() error { return errors.New("no such library: install it") }
	row.About = func() string { return row.Available().Error() }
	withEngine(t, row)
	require.Contains(t, gmnc(t, "doctor").out, "absent       no such library: install it")
	requireFailure(t, "no such library: install it", "predict", s.run, s.data, "--runtime", "absent")
}
