package commandline

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

// TestStoppedMakers: an interrupt of what makes a file leaves none, and is told in one line.
func TestStoppedMakers(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	robot, log := write(t, "rod.urdf", []byte(oneLink)), write(t, "log.csv", []byte(oneLinkLog()))
	for _, args := range [][]string{
		{"export", s.run, "-o", filepath.Join(folder, "model.onnx")},
		{"prepare", "arrays", s.data, "-o", filepath.Join(folder, "data.npz")},
		{"prepare", "mocap", folder, "-o", filepath.Join(folder, "data.npz")},
		{"prepare", "md17", s.data, "-o", filepath.Join(folder, "data.npz")},
		{"prepare", "joints", robot, log, "-o", filepath.Join(folder, "data.npz")},
		{"identify", robot, log, "--gain", "2", "-o", filepath.Join(folder, "found.json"), "--urdf", filepath.Join(folder, "found.urdf"), "--run", filepath.Join(folder, "run")},
	} {
		requireOneLine(t, exitStopped, "stopped: nothing was written", call(ctx, append(args, "--quiet")...))
		requireEmpty(t, folder)
	}
}

// deaf is a command that knows nothing of interrupts, and listening one that does.
type deaf struct{ hold chan int }

func (c *deaf) Run(*terminal) error { <-c.hold; return nil }

type listening struct{ ended *bool }

func (c *listening) Run(ctx context.Context, _ *terminal) error {
	<-ctx.Done()
	time.Sleep(time.Millisecond)
	*c.ended = true
	return stopped(ctx.Err(), "nothing was written")
}

// TestInterruptible: a command that takes a context is waited for, and says what is left; any other is
// left behind, with a line.
func TestInterruptible(t *testing.T) {
	hold, ended := make(chan int), false
	for want, grammar := range map[string]any{
		"stopped: each file that was written is whole": &struct {
			Deaf deaf `cmd:""`
		}{deaf{hold}},
		"stopped: nothing was written": &struct {
			Listening listening `cmd:""`
		}{listening{&ended}},
	} {
		command, err := kong.Must(grammar).Parse([]string{map[bool]string{true: "deaf", false: "listening"}[strings.Contains(want, "each")]})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		err = interruptible(ctx, command, &terminal{})
		require.EqualError(t, err, want)
		require.Equal(t, exitStopped, exitCode(err))
	}
	require.True(t, ended)
	close(hold)
}
