package commandline

import (
	"context"
	"io"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// percent is by how much memory may grow at present.
func percent() int {
	now := debug.SetGCPercent(80)
	debug.SetGCPercent(now)
	return now
}

// TestCollect: a training's memory is collected early and a start's late, the memory of
// what follows is not, and GOGC counts more.
func TestCollect(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(80))
	runtime.GC()
	during := func(GOGC string, collect func() func()) int {
		t.Setenv("GOGC", GOGC)
		restore := collect()
		found := percent()
		restore()
		require.Equal(t, 80, debug.SetGCPercent(70))
		restore()
		require.Equal(t, 70, debug.SetGCPercent(80), "restored once")
		return found
	}
	require.Equal(t, collectedAt, during("", collectEarly))
	require.Equal(t, startedAt, during("", collectLate))
	require.Equal(t, 80, during("70", collectEarly))
	data := make([]byte, mostLate)
	require.Equal(t, 80, during("", collectLate), "a large data set is in memory")
	runtime.KeepAlive(data)
}

// percents notes the percent at each write.
type percents struct{ found []int }

func (p *percents) Write(text []byte) (int, error) {
	p.found = append(p.found, percent())
	return len(text), nil
}

// TestCollectInCommands: a start is collected late, and no command once it has opened its
// model, as users call them.
func TestCollectInCommands(t *testing.T) {
	s := getSession(t)
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(80))
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"--version"}, startedAt},
		{[]string{"doctor"}, 80},
		{[]string{"predict", s.run, s.data}, 80},
		{[]string{"rollout", s.run, s.data, "--steps", "1", "--velocity", "displacement"}, 80},
	} {
		runtime.GC()
		out := new(percents)
		require.Equal(t, exitSuccess, Run(context.Background(), c.args, out, io.Discard))
		require.NotEmpty(t, out.found)
		for _, found := range out.found {
			require.Equal(t, c.want, found, c.args)
		}
		require.Equal(t, 80, percent(), c.args)
	}
}
