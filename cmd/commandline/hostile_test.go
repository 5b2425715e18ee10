package commandline

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hostileFiles are how many files are changed, and races how many are run, for each that
// the campaign asks for.
const hostileFiles, races = 20, 1

// TestHostileFiles changes files that gmnc reads at random places: a command that is
// given one ends, with an error of one line or its work done, and never in a panic.
func TestHostileFiles(t *testing.T) {
	s := getSession(t)
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	tried, read := 0, 0
	for range hostileFiles * max(1, campaign(t)) {
		for _, args := range hostile(t, s, random) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			r := call(ctx, args...)
			require.NoError(t, ctx.Err(), "gmnc %s", strings.Join(args, " "))
			cancel()
			tried++
			if r.code == exitSuccess {
				read++
				continue
			}
			require.Equal(t, exitFailure, r.code, r.err)
			lines := strings.Split(strings.TrimSpace(r.err), "\n")
			require.True(t, strings.HasPrefix(lines[len(lines)-1], "gmnc: "), r.err)
			require.Less(t, len(lines[len(lines)-1]), 2*longestError)
		}
	}
	t.Logf("campaign: files with changed bytes, of which %d were read as well | %d | 0", read, tried)
}

// hostile are commands on copies of a file of each kind with changes.
func hostile(t *testing.T, s *session, random *rand.Rand) [][]string {
	t.Helper()
	folder := t.TempDir()
	changed := func(path, name string) string {
		to := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(to, spoilt(readFile(t, path), random), 0o600))
		return to
	}
	run := filepath.Join(folder, "run")
	require.NoError(t, os.CopyFS(run, os.DirFS(s.run)))
	entries, err := os.ReadDir(run)
	require.NoError(t, err)
	name := filepath.Join(run, entries[random.IntN(len(entries))].Name())
	require.NoError(t, os.WriteFile(name, spoilt(readFile(t, name), random), 0o600))
	model, data := changed(s.model, "model.onnx"), changed(s.data, "data.npz")
	return [][]string{
		{"inspect", model}, {"predict", model, s.data, "--timeout", "30s"},
		{"inspect", data}, {"predict", s.run, data},
		{"predict", run, s.data}, s.training(run, "--resume", "--epochs", "5", "--quiet"),
	}
}

// spoilt is a copy of a file with a few other bytes, or a part that is missing, twice
// there, or of one byte.
func spoilt(file []byte, random *rand.Rand) []byte {
	if len(file) == 0 {
		return []byte{byte(random.Uint32())}
	}
	changed := append([]byte{}, file...)
	from := random.IntN(len(changed))
	to := min(len(changed), from+1+random.IntN(64))
	switch random.IntN(5) {
	case 0:
		return changed[:from]
	case 1:
		return append(changed[:to:to], file[from:]...)
	case 2:
		return append(changed[:from:from], file[to:]...)
	case 3:
		for i := from; i < to; i++ {
			changed[i] = 0xff
		}
	default:
		for range 1 + random.IntN(8) {
			changed[random.IntN(len(changed))] ^= 1 << random.IntN(8)
		}
	}
	return changed
}

// TestTwoWriters of one name: one writes, whole, and the other says so and fails.
func TestTwoWriters(t *testing.T) {
	tried := 0
	for range races * max(1, campaign(t)) {
		path := filepath.Join(t.TempDir(), "data.npz")
		first, _, firstErr := program("simulate", "--system", "1,1,0", "--train", "2", "--valid", "0", "--test", "0", "--seed", "1", "-o", path)
		second, _, secondErr := program("simulate", "--system", "1,1,0", "--train", "2", "--valid", "0", "--test", "0", "--seed", "2", "-o", path)
		require.NoError(t, first.Start())
		require.NoError(t, second.Start())
		first.Wait()
		second.Wait()
		codes := []int{first.ProcessState.ExitCode(), second.ProcessState.ExitCode()}
		require.ElementsMatch(t, []int{exitSuccess, exitFailure}, codes, "%s%s", firstErr, secondErr)
		gmnc(t, "inspect", path)
		tried++
	}
	t.Logf("campaign: two writers of one name | %d | 0", tried)
}
