package commandline

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// walk are samples of four joints, the last two of which turn about the second.
func walk(t *testing.T, names ...string) string {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	number := func(scale float64) float32 { return float32(scale * random.NormFloat64()) }
	data := &datasets.Data{NodeFeatures: names}
	for _, split := range data.Splits() {
		for range 6 {
			s := system.Sample{
				Position: []float32{number(0.1), 0, 0, 1, number(0.1), 0, 1, 1, 1 + number(0.1), 3, number(0.1), 2},
				Velocity: []float32{1, 0, number(1), 1, number(1), 0, 1, 0, number(1), number(1), 0, 1},
				Objects:  system.Objects{system.TreeOf([]int{0, 1, 2, 3}, []int{-1, 0, 1, 1})},
			}
			for name := range names {
				s.NodeFeatures = append(s.NodeFeatures, make([]float32, len(names))...)
				s.NodeFeatures[len(names)*name+name] = 1
			}
			for i, x := range s.Position {
				s.TargetPosition = append(s.TargetPosition, x+0.1*s.Velocity[i])
			}
			*split = append(*split, s)
		}
	}
	path := filepath.Join(t.TempDir(), "walk.npz")
	require.NoError(t, datasets.Write(path, data))
	return path
}

// TestFit: what is fitted is a run, which is measured on the validation samples and not trained further.
func TestFit(t *testing.T) {
	data := walk(t, "hip", "knee", "foot", "toe")
	folder := filepath.Join(t.TempDir(), "run")
	require.Regexp(t, `: rbf, learned parameters: \d+\n.*: on the validation samples root mean squared error [\d.]+`, gmnc(t, "fit", data, "-o", folder).out)
	requireFailure(t, "--force", "fit", "absent.npz", "-o", folder)
	gmnc(t, "fit", data, "-o", folder, "--force")
	require.Contains(t, gmnc(t, "inspect", folder).out, "  data      walk.npz (SHA-256 ")
	requireFailure(t, "has 4 particles and 0 node features", "fit", walk(t), "-o", filepath.Join(t.TempDir(), "other"))
	requireFailure(t, "is not trained but fitted in closed form: use gmnc fit", "train", data, "--init", folder, "-o", filepath.Join(t.TempDir(), "other"))
}

// TestFittedFile: what is fitted is predicted with and exported as any run.
func TestFittedFile(t *testing.T) {
	if testing.Short() {
		t.Skip("the fit itself is tested in train/regression")
	}
	data := walk(t, "hip", "knee", "foot", "toe")
	folder, file := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "walk.onnx")
	gmnc(t, "fit", data, "-o", folder)
	gmnc(t, "export", folder, "--test", data, "-o", file)
	require.Equal(t, gmnc(t, "predict", folder, data).out, gmnc(t, "predict", file, data, "--runtime", "native").out)
}

// TestFitThatCannotBe: data whose particles have no names are not fitted, and a run is not replaced.
func TestFitThatCannotBe(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	requireFailure(t, "already holds a run", "fit", s.data, "-o", s.run)
	requireFailure(t, "absent.npz does not exist", "fit", "absent.npz", "-o", filepath.Join(folder, "run"))
	requireFailure(t, s.data+": ", "fit", s.data, "-o", filepath.Join(folder, "run"))
	requireEmpty(t, folder)
}
