package experiments

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// tiny is a demonstration of a second.
func tiny(folder string, out *bytes.Buffer) demo {
	d := newDemo(folder, 7, out)
	d.composition, d.samples = system.Composition{1, 1}, 8
	d.model = config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 8}
	d.options.Epochs, d.options.Batch = 2, 4
	return d
}

// TestDemo also runs in a process of its own, without onnxruntime: see
// TestDemoWithoutOnnxruntime.
func TestDemo(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "demo")
	var out bytes.Buffer
	require.NoError(t, tiny(folder, &out).run(context.Background()))
	t.Log(out.String())
	for _, engine := range engines.All() {
		if engine.Available() != nil {
			require.Contains(t, out.String(), "not checked in "+engine.Name+": ")
			continue
		}
		model := "run"
		if engine.OpenFile != nil {
			model = `model\.onnx`
		}
		require.Regexp(t, `(?m)^ *`+model+` +`+engine.Name+` +\d+\.\d+ +\d\.\de-\d\d`, out.String())
	}
	require.Regexp(t, `(?m)^simulate 24 trajectories of the system \(1,1,0\) +\d+\.\d s\ntrain GMN \(1 layers, width 8\) for 2 epochs +\d+\.\d s\nexport and check +\d+\.\d s\n  \S`, out.String())
	require.Regexp(t, `\n\n +model +runtime +root mean squared error +constraint error *\n +constant velocity +\d`, out.String())
	require.Contains(t, out.String(), "\npictures: "+filepath.Join(folder, "learning_curve.png")+", "+filepath.Join(folder, "trajectory.png")+"\n")
	files := []string{"data.npz", "model.onnx", "learning_curve.png", "trajectory.png", "run/weights.safetensors"}
	first := map[string][]byte{}
	for _, name := range files {
		content, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		first[name] = content
	}
	require.NoError(t, tiny(folder, &out).run(context.Background()), "a second time in the same folder")
	for _, name := range files {
		content, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(first[name], content), "%s differs the second time", name)
	}
}

// TestStraight: particles go on for one time unit.
func TestStraight(t *testing.T) {
	samples := []system.Sample{{Position: []float32{1, 2, 3}, Velocity: []float32{0.5, 0, -1}}, {Position: []float32{4, 5, 6}, Velocity: []float32{1, 1, 1}}}
	require.Equal(t, []float32{1.5, 2, 2, 5, 6, 7}, straight(samples))
}

// TestFailedStep: a step that fails leaves its line without a time.
func TestFailedStep(t *testing.T) {
	var out bytes.Buffer
	failed := errors.New("failed")
	require.ErrorIs(t, demo{out: &out}.step("fail", func() error { return failed }), failed)
	require.Regexp(t, `^fail +\n$`, out.String())
}

func TestDemoWithoutOnnxruntime(t *testing.T) {
	command := exec.Command(os.Args[0], "-test.run=^TestDemo$", "-test.v")
	command.Env = append(os.Environ(), "GMNC_ONNXRUNTIME=/absent")
	output, err := command.CombinedOutput()
	require.NoError(t, err, "%s", output)
	require.Contains(t, string(output), "not checked in onnxruntime: ")
}

func TestDemoStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	folder := t.TempDir()
	require.ErrorIs(t, tiny(folder, &bytes.Buffer{}).run(ctx), context.Canceled)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
}

// TestDemoStoppedKeepsTheOneBefore: what an earlier demonstration made stays,
// byte for byte, and the next one replaces it.
func TestDemoStoppedKeepsTheOneBefore(t *testing.T) {
	folder := t.TempDir()
	var out bytes.Buffer
	require.NoError(t, tiny(folder, &out).run(context.Background()))
	before := digests(t, folder)
	ctx, cancel := context.WithCancel(context.Background())
	stop := tiny(folder, &out)
	stop.out = writerFunc(func(text []byte) (int, error) {
		if bytes.Contains(text, []byte("train GMN")) {
			cancel()
		}
		return len(text), nil
	})
	require.ErrorIs(t, stop.run(ctx), context.Canceled)
	require.Equal(t, before, digests(t, folder))
	require.NoError(t, tiny(folder, &out).run(context.Background()))
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(text []byte) (int, error) { return f(text) }

// digests are the digests of the files in a folder, by path.
func digests(t *testing.T, folder string) map[string]string {
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		found[path] = fmt.Sprintf("%x", sha256.Sum256(content))
		return err
	}))
	return found
}

func TestDemoLeavesTheFoldersOfOthers(t *testing.T) {
	folder := t.TempDir()
	precious := filepath.Join(folder, "run", "thesis.txt")
	require.NoError(t, os.Mkdir(filepath.Dir(precious), 0o755))
	require.NoError(t, os.WriteFile(precious, []byte("text"), 0o600))
	err := tiny(folder, &bytes.Buffer{}).run(context.Background())
	require.ErrorContains(t, err, "would replace "+filepath.Join(folder, "run"))
	require.ErrorContains(t, err, "choose another folder")
	require.FileExists(t, precious)
}

// TestDemoLeavesTheWorkOfOthers: README's names for files are the names of the
// demonstration's files, and may be in the folder.
func TestDemoLeavesTheWorkOfOthers(t *testing.T) {
	trained := t.TempDir()
	d := tiny(trained, &bytes.Buffer{})
	d.options.Epochs++
	require.NoError(t, d.run(context.Background()))
	weights := filepath.Join(trained, "run", "weights.safetensors")
	before, err := os.ReadFile(weights)
	require.NoError(t, err)
	err = tiny(trained, &bytes.Buffer{}).run(context.Background())
	require.ErrorContains(t, err, "a run with other options than its own: choose another folder")
	after, err := os.ReadFile(weights)
	require.NoError(t, err)
	require.Equal(t, before, after)

	simulated := t.TempDir()
	data := filepath.Join(simulated, "data.npz")
	require.NoError(t, os.WriteFile(data, []byte("data"), 0o600))
	err = tiny(simulated, &bytes.Buffer{}).run(context.Background())
	require.ErrorContains(t, err, "would replace "+data)
	text, err := os.ReadFile(data)
	require.NoError(t, err)
	require.Equal(t, "data", string(text))
}

func TestDemoFolderBelowAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	err := tiny(filepath.Join(file, "demo"), &bytes.Buffer{}).run(context.Background())
	require.ErrorContains(t, err, "cannot make the demonstration's folder")
}
