package commandline

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestStoppedTrainingResumes(t *testing.T) {
	s := getSession(t)
	run := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	requireOneLine(t, exitStopped, "stopped: the epochs done are saved in "+run+"; continue with the same command and --resume",
		call(ctx, s.training(run)...))
	gmnc(t, s.training(run, "--resume")...)
	require.Equal(t, readFile(t, filepath.Join(s.run, "state.safetensors")), readFile(t, filepath.Join(run, "state.safetensors")))
}

func TestStoppedSimulationLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	r := call(ctx, "simulate", "--train", "100000", "-o", filepath.Join(folder, "data.npz"))
	requireOneLine(t, exitStopped, "stopped: nothing was written", r)
	requireEmpty(t, folder)
}

// TestStoppedWork: an interrupt ends fits and predictions, too.
func TestStoppedWork(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"fit", walk(t, "hip", "knee", "foot", "toe"), "-o", filepath.Join(folder, "run")},
		{"report", s.run, s.data, "-o", filepath.Join(folder, "page.html")},
	} {
		requireOneLine(t, exitStopped, "stopped: nothing was written", call(ctx, args...))
		requireEmpty(t, folder)
	}
}

// program is gmnc in a process of its own.
func program(args ...string) (command *exec.Cmd, stdout, stderr *bytes.Buffer) {
	command = exec.Command(os.Args[0], args...)
	command.Env = append(os.Environ(), asProgram+"=1")
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	command.Stdout, command.Stderr = stdout, stderr
	return command, stdout, stderr
}

func TestCtrlC(t *testing.T) {
	s := getSession(t)
	run := filepath.Join(t.TempDir(), "run")
	command, stdout, stderr := program(s.training(run, "--epochs", "1000000")...)
	require.NoError(t, command.Start())
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(run, "weights.safetensors"))
		return err == nil
	}, 30*time.Second, 10*time.Millisecond)
	require.NoError(t, command.Process.Signal(os.Interrupt))
	require.ErrorContains(t, command.Wait(), "exit status 130")
	require.Equal(t, exitStopped, command.ProcessState.ExitCode())
	require.Empty(t, stdout.String())
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	require.Contains(t, lines[len(lines)-1], "gmnc: stopped: the epochs done are saved")
	gmnc(t, "predict", run, s.data)
}

// TestFullDisk limits the size of files, which to a program is like a disk
// that is full.
func TestFullDisk(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh to limit the size of files with")
	}
	s := getSession(t)
	for name, args := range s.outputs() {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			command, _, stderr := program(append(args, filepath.Join(folder, outputName(name)))...)
			// ulimit -f counts blocks of 512 or 1024 bytes.
			command.Args = append([]string{"sh", "-c", `ulimit -f 1; exec "$0" "$@"`, os.Args[0]}, command.Args[1:]...)
			command.Path, command.Err = exec.LookPath("sh")
			require.ErrorContains(t, command.Run(), "exit status 1")
			require.Equal(t, exitFailure, command.ProcessState.ExitCode(), stderr)
			require.Regexp(t, `^gmnc: cannot write .*: file too large \(nothing was written\)\n$`, stderr.String())
			requireEmpty(t, folder)
		})
	}
}
