//go:build linux && cgo && !race

package commandline

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	_ "gmnc/internal/addressspace" // as in the program
)

// stack is what Go, cgo or libc write where a program ends by a fault of its own.
var stack = regexp.MustCompile(`goroutine \d|panic:|SIGSEGV|fatal error|pthread_create|runtime/cgo`)

// exitOf calls gmnc, whose path and arguments are "$@", by a text of the shell, and holds its end to
// what a person may see: an exit code that the program has, and after a failure one line of its own.
func exitOf(t *testing.T, shell string, environment []string, args ...string) (code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "sh", append([]string{"-c", shell, "sh", os.Args[0]}, args...)...)
	command.Env = append(environment, asProgram+"=1")
	command.Dir = t.TempDir()
	var complaints strings.Builder
	command.Stderr = &complaints
	command.Run()
	code = command.ProcessState.ExitCode()
	called := fmt.Sprintf("%s: gmnc %s: %d\n%s", shell, strings.Join(args, " "), code, complaints.String())
	require.NoError(t, ctx.Err(), called)
	require.False(t, stack.MatchString(complaints.String()), called)
	require.Contains(t, []int{exitSuccess, exitFailure, exitUsage}, code, called)
	if code != exitSuccess {
		lines := strings.Split(strings.TrimSpace(complaints.String()), "\n")
		require.True(t, strings.HasPrefix(lines[len(lines)-1], "gmnc: "), called)
	}
	return code
}

// plain are commands that read a session's files and print.
func (s *session) plain() [][]string {
	return [][]string{{"--version"}, {"models"}, {"models", "--json"}, {"help", "train"}, {"inspect", s.model}, {"inspect", s.data}, {"predict", s.model, s.data, "--json"}}
}

// TestExitsOfOutputs: a disk that is full is a failure, and neither a closed output nor a reader that
// goes away early ends in a stack.
func TestExitsOfOutputs(t *testing.T) {
	s := getSession(t)
	tried := 0
	for _, args := range s.plain() {
		require.Equal(t, exitFailure, exitOf(t, `"$@" >/dev/full`, os.Environ(), args...), args)
		exitOf(t, `"$@" >&-`, os.Environ(), args...) // for which Go opens /dev/null
		exitOf(t, `"$@" | head -c 1 >/dev/null`, os.Environ(), args...)
		tried += 3
	}
	t.Logf("campaign: ends by full, closed and cut outputs | %d | 0", tried)
}

// TestExitsOfPaths: a folder, a broken link, a loop of links, a device or nothing is no file to
// read, and no place to write to.
func TestExitsOfPaths(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, os.Mkdir(in("folder"), 0o700))
	require.NoError(t, os.WriteFile(in("text"), []byte("x"), 0o600))
	require.NoError(t, os.Symlink(in("nowhere"), in("broken")))
	require.NoError(t, os.Symlink(in("loop"), in("loop")))
	tried := 0
	for _, place := range []string{in("folder"), in("text"), in("broken"), in("loop"), in("none"), in("text/below"), in(strings.Repeat("n", 300)), "/dev/null", "/proc/self/mem"} {
		for _, args := range [][]string{
			{"inspect", place}, {"predict", place, s.data}, {"predict", s.model, place}, {"export", place, "-o", in("a.onnx")}, {"verify", place},
			{"run", "seal", place}, {"import", place, "-o", in("import")}, {"prepare", "arrays", place, "-o", in("a.npz")},
			{"identify", place, place, "-o", in("a.json")}, {"law", s.run, s.data, "-o", place}, {"export", s.run, "-o", place},
		} {
			result := call(t.Context(), args...)
			require.Contains(t, []int{exitFailure, exitUsage}, result.code, args)
			require.Equal(t, 1, strings.Count(result.err, "gmnc: "), result.err)
			tried++
		}
	}
	t.Logf("campaign: ends by wrong places | %d | 0", tried)
}

// TestExitsOfEnvironments: a working directory that is gone, environments without a home, and
// limits of the system.
func TestExitsOfEnvironments(t *testing.T) {
	s := getSession(t)
	tried := 0
	for _, args := range s.plain() {
		exitOf(t, `mkdir gone; cd gone; rmdir ../gone; "$@" >/dev/null`, os.Environ(), args...)
		for _, limit := range []string{"-n 16", "-n 12", "-v 1000000", "-v 1250000", "-v 1500000", "-s 64", "-f 0"} {
			exitOf(t, `ulimit `+limit+`; exec "$@" >/dev/null`, os.Environ(), args...)
		}
		for _, environment := range [][]string{nil, {"HOME=/nonexistent", "TMPDIR=/nonexistent"}, {"HOME=", "XDG_CACHE_HOME=/dev/null"}, {"GMNC_ONNXRUNTIME=/dev/null"}, {"GMNC_CPU=none"}} {
			exitOf(t, `"$@" >/dev/null`, environment, args...)
		}
		tried += 13
	}
	t.Logf("campaign: ends by surroundings | %d | 0", tried)
}

// TestExitsOfNumbers: an odd number in any flag that takes one ends in a line or in work that is
// done.
func TestExitsOfNumbers(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	values := []string{"-1", "99999999999999999999", "-9223372036854775808", "1e308", "1e-320", "1e400", "nan", "1_000", "0x10", "Infinity", ""}
	tried := 0
	for _, base := range [][]string{
		{"simulate", "--system", "1,1,0", "--train", "1", "--valid", "0", "--test", "0", "-o"}, {"decompose", s.data, "-o"},
		{"rollout", s.model, s.data, "-o"}, {"export", s.run, "-o"},
	} {
		name := map[string]string{"export": "a.onnx"}[base[0]]
		if name == "" {
			name = "a.npz"
		}
		parser := newParser(new(commands), os.Stdout, os.Stderr, func(int) {})
		for _, command := range parser.Model.Children {
			if command.Name != base[0] {
				continue
			}
			for _, flag := range command.Flags {
				if !isNumber(flag) {
					continue
				}
				for _, value := range values {
					ctx, cancel := context.WithTimeout(t.Context(), time.Second) // who asks for much gets it
					result := call(ctx, append(append([]string{}, base...), filepath.Join(folder, fmt.Sprint(tried)+name), "--"+flag.Name+"="+value)...)
					cancel()
					require.Contains(t, []int{exitSuccess, exitFailure, exitUsage, exitStopped}, result.code)
					if result.code != exitSuccess {
						require.Equal(t, 1, strings.Count(result.err, "gmnc: "), result.err)
					}
					tried++
				}
			}
		}
	}
	require.Greater(t, tried, 100)
	t.Logf("campaign: ends by odd numbers in flags | %d | 0", tried)
}

// isNumber reports whether a flag takes one number.
func isNumber(flag *kong.Flag) bool {
	of := flag.Target.Type()
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	return of.PkgPath() == "" && (of.Kind() == reflect.Int || of.Kind() == reflect.Uint64 || of.Kind() == reflect.Float64)
}
