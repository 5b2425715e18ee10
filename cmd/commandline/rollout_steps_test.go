package commandline

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export/rolling"
)

// TestRolloutSteps: --rollout alone is a Loop of any number of steps, and --rollout=N has 1 to so many.
func TestRolloutSteps(t *testing.T) {
	parsed := func(flags ...string) (rolloutSteps, error) {
		all := new(commands)
		_, err := newParser(all, io.Discard, io.Discard, func(int) {}).Parse(append([]string{"export", "run", "-o", "model.onnx"}, flags...))
		return all.Export.Rollout, err
	}
	for flag, want := range map[string]*rolling.Rollout{"--rollout": {}, "--rollout=1": {Steps: 1}, "--rollout=12": {Steps: 12}, "--quiet": nil} {
		steps, err := parsed(flag)
		require.NoError(t, err, flag)
		require.Equal(t, want, steps.options(), flag)
	}
	steps, err := parsed("--rollout=100")
	require.NoError(t, err)
	require.Equal(t, 100, int(steps))
	for _, wrong := range []string{"0", "-1", "x", "1.5", "101"} {
		_, err := parsed("--rollout=" + wrong)
		require.ErrorContains(t, err, `steps, got "`+wrong+`"; --rollout alone makes a Loop, which takes any number`)
	}
	require.Equal(t, rolloutSteps(anySteps), func() rolloutSteps { s, _ := parsed("--rollout"); return s }())
}
