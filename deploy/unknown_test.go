package deploy_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestAModelThatThisProgramLacks: what another program registered explains
// itself here, and its file runs where files are run.
func TestAModelThatThisProgramLacks(t *testing.T) {
	folder := newRun(t)
	file := filepath.Join(t.TempDir(), "model.onnx")
	exported, err := exportTo(folder, file, export.DefaultOpset)
	require.NoError(t, err)
	rename := func(text []byte, old, new string) []byte {
		require.Contains(t, string(text), old)
		return bytes.Replace(text, []byte(old), []byte(new), 1)
	}
	trained, err := run.Read(run.Folder(folder))
	require.NoError(t, err)
	trained.Config.Model.Model = "own"
	folder = filepath.Join(t.TempDir(), "run")
	require.NoError(t, trained.Write(run.Folder(folder)))
	renamed := rename(exported.File, `"model":"gmn"`, `"model":"own"`)
	require.NoError(t, os.WriteFile(file, sealedAgain(renamed), 0o600))

	config := filepath.Join(folder, "config.json")
	original, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	samples := fixtures.Samples(system.Composition{1, 1, 1}, 2, 3)
	const lacks = "the model own is not built into this program, which has egnn, "
	for _, path := range []string{folder, file} {
		var description bytes.Buffer
		require.NoError(t, inspect(&description, path, true))
		require.Contains(t, description.String(), path+": own, paper form, layers: 2, networks of width 8, learned parameters: ")
		for _, part := range []string{lacks, "a root mean squared error of positions of 0.1581", "epochs: 3", "length: angstrom"} {
			require.Contains(t, description.String(), part)
		}
		for _, name := range []string{"native", "gorgonia", "interpreter"} {
			_, _, err := open(path, name)
			require.ErrorContains(t, err, lacks)
		}
	}
	_, err = run.Read(run.Folder(folder))
	require.ErrorContains(t, err, config+`: there is no model "own"; known: `)

	v, err := deploy.Verify(t.Context(), "model.onnx", sealedAgain(renamed), nil)
	require.NoError(t, err)
	require.Empty(t, v.Broken)
	require.ErrorContains(t, v.Err(), "nothing that model.onnx promises was measured: "+lacks)
	var text bytes.Buffer
	v.Write(&text)
	require.Contains(t, text.String(), "model.onnx: own, a model that another program registered")
	require.Contains(t, text.String(), "  stated    onnx-go: rounding: outputs against")
	require.Contains(t, text.String(), "  checked   The bytes are those that were exported")
	require.Contains(t, text.String(), "  unknown   Whether the rows \"stated\" hold is not known here.")
	require.NotContains(t, text.String(), "  measured  ")
	v, err = deploy.Verify(t.Context(), "model.onnx", rename(exported.File, `"model":"gmn"`, `"model":"own"`), nil)
	require.NoError(t, err)
	require.ErrorContains(t, v.Err(), "does not keep its promises: the bytes are not those that gmnc exported")
	text.Reset()
	v.Write(&text)
	require.Contains(t, text.String(), "  broken    the bytes are not those")
	require.NotContains(t, text.String(), "  checked   ")

	wanted, _, err := original.Open("onnx-go")
	require.NoError(t, err)
	want, _, err := wanted.Predict(samples)
	require.NoError(t, err)
	predictor, _, err := open(file, "onnx-go")
	require.NoError(t, err)
	got, _, err := predictor.Predict(samples)
	require.NoError(t, err)
	require.Equal(t, want, got)
}
