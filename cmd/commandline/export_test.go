package commandline

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/deploy"
)

// TestExportThatCannotBe: an export whose data are missing or of another kind writes nothing.
func TestExportThatCannotBe(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	file, other := filepath.Join(folder, "model.onnx"), filepath.Join(t.TempDir(), "other.npz")
	data, err := datasets.Read(s.data)
	require.NoError(t, err)
	data.About.LengthUnit = "m"
	require.NoError(t, datasets.Write(other, data))
	requireFailure(t, "already exists", "export", s.run, "-o", s.model)
	for message, flags := range map[string]string{
		"model.onnx was not written: absent.npz does not exist": "--topology absent.npz",
		"absent.npz does not exist":                             "--radius 0.9 --calibrate absent.npz",
		"absent.npz does not exist ":                            "--test absent.npz",
		`has positions in "m", velocities in "natural units" and an interval of "1 time unit", and the model was trained on "natural units"`: "--test " + other,
		"has no robot of its own": "--joints",
	} {
		requireFailure(t, strings.TrimSpace(message), append([]string{"export", s.run, "-o", file}, strings.Fields(flags)...)...)
	}
	requireFailure(t, "absent is not a run", "export", "absent", "-o", file)
	requireEmpty(t, folder)
}

// TestCalibratedExport: a file with a radius is calibrated on the validation samples of its data.
func TestCalibratedExport(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	file, calibrating := filepath.Join(folder, "model.onnx"), filepath.Join(folder, "data.npz")
	data, err := datasets.Read(s.data)
	require.NoError(t, err)
	data.Valid = slices.Concat(data.Valid, data.Test, data.Train[:8])
	require.NoError(t, datasets.Write(calibrating, data))
	require.Contains(t, gmnc(t, "export", s.run, "-o", file, "--radius", "0.5", "--calibrate", calibrating, "--test", s.data).out, "of 24 systems")
	require.Contains(t, gmnc(t, "predict", file, s.data).out, "within the radius of 50 %")
}

// TestOptionsOfExports are those of the flags.
func TestOptionsOfExports(t *testing.T) {
	all, err := parsed(strings.Fields("export run -o model.onnx --depth 2 --rollout=3 --no-examples --opset 18")...)
	require.NoError(t, err)
	options := all.Export.options()
	require.Equal(t, []int{18, 2, 3}, []int{options.Opset, options.Depth, options.Rollout.Steps})
	require.False(t, options.Functions)
	require.True(t, options.NoExamples)
	require.Equal(t, deploy.Options{Opset: 17, Gradients: options.Gradients}, func() deploy.Options {
		all, err := parsed("export", "run", "-o", "model.onnx")
		require.NoError(t, err)
		return all.Export.options()
	}())
	for flags, message := range map[string]string{
		"--links": "--links and --point are of a file in joint coordinates: give --joints, too", "--point tool=elbow:0,0,1": "give --joints, too",
	} {
		_, err := parsed(strings.Fields("export run -o model.onnx " + flags)...)
		require.ErrorContains(t, err, message)
	}
}
