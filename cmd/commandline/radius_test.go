package commandline

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/sbinet/npyio/npz"
	"github.com/stretchr/testify/require"

	"gmnc/artifact"
)

// TestRadius: the radius of a file is calibrated on validation samples, whatever the test
// samples are; predict says what it covers and writes it.
func TestRadius(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	data := filepath.Join(folder, "data.npz")
	gmnc(t, "simulate", "--system", "3,2,1", "--train", "2", "--valid", "24", "--test", "6", "-o", data)
	other := damage(t, data, "test_xT", func(npy []byte) []byte {
		at := bytes.IndexByte(npy, '\n') + 1
		for i := at; i+4 <= len(npy); i += 4 {
			copy(npy[i:i+4], []byte{0, 0, 0x80, 0x3f}) // 1
		}
		return npy
	})
	var radii []any
	for i, calibrating := range []string{data, other} {
		file := filepath.Join(folder, []string{"a.onnx", "b.onnx"}[i])
		out := gmnc(t, "export", s.run, "-o", file, "--radius", "0.9", "--calibrate", calibrating).out
		require.Contains(t, out, "of 24 systems. For this each fifth of them")
		model, err := artifact.Load(file)
		require.NoError(t, err)
		radii = append(radii, model.Config().Model.Radius)
	}
	require.Equal(t, radii[0], radii[1])

	predicted := filepath.Join(folder, "p.npz")
	out := gmnc(t, "predict", filepath.Join(folder, "a.onnx"), data, "-o", predicted).out
	require.Contains(t, out, "within the radius of 90 %")
	require.Contains(t, gmnc(t, "predict", filepath.Join(folder, "a.onnx"), data, "--json").out, `"rank_correlation":`)
	written, err := npz.Open(predicted)
	require.NoError(t, err)
	defer written.Close()
	require.Equal(t, []int{6, 10, 1}, written.Header("position_radius.npy").Descr.Shape)
	require.Equal(t, []int{6, 1}, written.Header("system_radius.npy").Descr.Shape)

	require.Equal(t, exitUsage, call(t.Context(), "export", s.run, "-o", predicted+".onnx", "--radius", "0.9").code)
	require.Contains(t, call(t.Context(), "export", s.run, s.run, "-o", predicted+".onnx").err, "have the same weights, and no spread")
	require.Equal(t, exitUsage, call(t.Context(), "export", s.run, "-o", predicted+".onnx", "--radius", "1", "--calibrate", data).code)
}

// TestRadiusOfManySteps: predict measures the radii of a file that rolls in its runtime
// and its time, and says where they were not measured.
func TestRadiusOfManySteps(t *testing.T) {
	folder := t.TempDir()
	data, trained, file := filepath.Join(folder, "data.npz"), filepath.Join(folder, "run"), filepath.Join(folder, "model.onnx")
	simulate := func(path, frames string) string {
		gmnc(t, "simulate", "--system", "2,1,0", "--train", "64", "--valid", "24", "--test", "4", "--frames", frames, "-o", path)
		return path
	}
	gmnc(t, "train", simulate(data, "3"), "-o", trained, "--model", "gmn-ode", "--layers", "4", "--hidden", "8", "--epochs", "4", "--batch", "8", "--lr", "1e-2")
	gmnc(t, "export", trained, "-o", file, "--rollout=2", "--radius", "0.9", "--calibrate", data)
	measured := gmnc(t, "predict", file, data, "--json", "--runtime", "onnx-go")
	require.Contains(t, measured.out, `"rolled_radius":[{"step":2,`)
	require.NotContains(t, measured.err, "not all measured")

	frames := filepath.Join(folder, "frames.npz")
	rolled := gmnc(t, "rollout", file, data, "--steps", "3", "-o", frames)
	require.Contains(t, rolled.out, "radius of 90 % in step 2: median ")
	require.Contains(t, rolled.err, "the radius is calibrated up to step 2")
	written, err := npz.Open(frames)
	require.NoError(t, err)
	defer written.Close()
	require.Equal(t, []int{4, 4, 4, 1}, written.Header("position_radius.npy").Descr.Shape)
	require.Contains(t, gmnc(t, "predict", file, data, "--runtime", "native").err, "the radii of 2 steps were not all measured: native does not run the file itself")
	require.Contains(t, gmnc(t, "predict", file, simulate(filepath.Join(folder, "short.npz"), "2")).err, "not all measured: the trajectories of ")
}

// TestSpread: runs as one file say how far they are apart, in words and in what is written.
func TestSpread(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	other, file, predicted := filepath.Join(folder, "run"), filepath.Join(folder, "model.onnx"), filepath.Join(folder, "p.npz")
	gmnc(t, s.training(other, "--seed", "2")...)
	gmnc(t, "export", s.run, other, "-o", file)
	require.Contains(t, gmnc(t, "predict", file, s.data, "-o", predicted, "--json").out, `"spread":{`)
	written, err := npz.Open(predicted)
	require.NoError(t, err)
	defer written.Close()
	require.Equal(t, []int{8, 10, 1}, written.Header("position_spread.npy").Descr.Shape)
}
