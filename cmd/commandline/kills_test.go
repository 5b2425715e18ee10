package commandline

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// campaign is how many times the kill campaign disturbs every command, from
// GMNC_CAMPAIGN; 0 where only a few of each are asked for (see
// scripts/campaign.sh).
func campaign(t *testing.T) int {
	t.Helper()
	text := os.Getenv("GMNC_CAMPAIGN")
	if text == "" {
		return 0
	}
	count, err := strconv.Atoi(text)
	require.NoError(t, err)
	return count
}

// TestKills kills every command at random moments. Each file is then whole
// or missing. Called again, the command ends in the bits of one that was not killed,
// and nothing is left of the first.
func TestKills(t *testing.T) {
	s := getSession(t)
	count := max(1, campaign(t))
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	killed, writing := 0, 0
	writers := s.writers(t)
	if campaign(t) == 0 { // verify takes seconds; TestFaultsOfTheDisk holds that its page is whole or missing
		writers = slices.DeleteFunc(writers, func(w writer) bool { return w.name == "verify" })
	} else { // demo takes seconds, too
		demo := func(folder string) []string { return []string{"demo", "-o", filepath.Join(folder, "demo")} }
		writers = append(writers, writer{"demo", demo, "--quiet", []string{"demo/model.onnx", "demo/run/weights.safetensors"}})
	}
	for _, w := range writers {
		if w.name == "train" {
			w.args = func(folder string) []string { return s.training(filepath.Join(folder, "run"), "--epochs", "8") }
		}
		t.Run(w.name, func(t *testing.T) {
			begun, undisturbed := time.Now(), t.TempDir()
			whole, _, stderr := program(w.args(undisturbed)...)
			require.NoError(t, whole.Run(), stderr)
			lasts, want := time.Since(begun), w.files(t, undisturbed)
			for range count {
				folder := t.TempDir()
				command, _, _ := program(w.args(folder)...)
				require.NoError(t, command.Start())
				time.Sleep(time.Duration(random.Float64() * float64(lasts)))
				require.NoError(t, command.Process.Kill())
				if command.Wait() != nil {
					killed++
				}
				if len(leftovers(t, folder)) > 0 {
					writing++
				}
				w.requireWhole(t, folder, want)
				w.goOn(t, folder)
				require.Empty(t, leftovers(t, folder))
				requireSameFiles(t, want, w.files(t, folder))
			}
		})
	}
	t.Logf("campaign: kills before the end, of which %d came while a file was written | %d | 0", writing, killed)
}

// requireWhole fails if a file that the command makes at once is half of it.
func (w writer) requireWhole(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	for name := range want {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil && w.name != "train" {
			require.True(t, want[name] == string(content), "%s is not whole", name)
		}
	}
}
