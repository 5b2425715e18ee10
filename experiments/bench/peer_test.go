package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// dies reports whether this process is to die: JAX, in the first turn that it takes
// of all, with mortal in the environment.
func dies() bool {
	if os.Getenv(standIn) != mortal || os.Args[2] != "jax" {
		return false
	}
	file, err := os.OpenFile("died", os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		file.Close()
	}
	return err == nil
}

const mortal = "mortal"

// TestAPeerThatDies: the others go on, its row says why there is nothing in it, and
// the next task has another process.
func TestAPeerThatDies(t *testing.T) {
	b, err := newBench(tiny())
	require.NoError(t, err)
	python := standInEnvironment(t)
	python.Variables = []string{standIn + "=" + mortal}
	m := &peerMeasurement{bench: b, python: python, started: map[peerKey]*peer{}}
	defer m.close()
	task := peerTask{what: "prediction", oneCore: true, use: "predict", composition: tables, systems: 1, ours: true, peers: []peerKind{jax, eagerTorch}}
	report, err := m.measure(t.Context(), []peerTask{task, task}, nil)
	require.NoError(t, err)
	require.Len(t, report.Peers, 6)
	for i, result := range report.Peers {
		if i == 1 {
			require.Equal(t, "jax 1.0, jit", result.Runtime)
			require.Equal(t, "its process ended (exit status 3): out of memory", result.Missing)
			require.Zero(t, result.Median)
			continue
		}
		require.Empty(t, result.Missing)
		require.Positive(t, result.Median, result.Runtime)
	}
	var text strings.Builder
	require.NoError(t, report.WriteTable(&text))
	require.Contains(t, text.String(), "missing: prediction, one core, jax 1.0, jit: its process ended (exit status 3): out of memory\n")
}

// TestAPeerThatHangs is killed when its time is over.
func TestAPeerThatHangs(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "peer.py"), []byte("exec sleep 600"), 0o600))
	p, err := startPeer(t.Context(), PeerEnvironment{Command: "sh", Scripts: folder}, "jax", 1)
	require.NoError(t, err)
	require.Equal(t, answerWithin, p.patience)
	p.patience = 50 * time.Millisecond
	_, err = p.ask(runRequest{})
	require.EqualError(t, err, "it gave no answer within 50ms")
	require.True(t, p.over)
	p.close()
}

// TestPeerThatEnds: a process that cannot run says why in its last line.
func TestPeerThatEnds(t *testing.T) {
	p, err := startPeer(t.Context(), PeerEnvironment{Command: "sh", Scripts: t.TempDir()}, "jax", 1)
	require.NoError(t, err)
	_, err = p.ask(runRequest{})
	require.ErrorContains(t, err, "peer.py")
	p.close()
}
