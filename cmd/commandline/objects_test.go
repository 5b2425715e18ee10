package commandline

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
)

// objectsOf are the objects that a call writes with --json, by their kinds.
func objectsOf(t *testing.T, args ...string) map[string][]map[string]any {
	t.Helper()
	byKind := map[string][]map[string]any{}
	for _, line := range strings.Split(strings.TrimSuffix(gmnc(t, append(args, "--json")...).out, "\n"), "\n") {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &object), line)
		kind := object["report"].(string)
		byKind[kind] = append(byKind[kind], object)
	}
	return byKind
}

// TestJSON: every command that reports writes objects, which the
// documentation names.
func TestJSON(t *testing.T) {
	s := getSession(t)
	folder := t.TempDir()
	documented, err := os.ReadFile(filepath.Join(testenv.Root(), "docs", "command-line.md"))
	require.NoError(t, err)
	for _, c := range []struct {
		kinds string
		args  []string
	}{
		{"data", []string{"simulate", "--train", "2", "--valid", "1", "--test", "0", "-o", filepath.Join(folder, "data.npz")}},
		{"epoch run", s.training(filepath.Join(folder, "run"))},
		{"model", []string{"export", s.run, "-o", filepath.Join(folder, "model.onnx")}},
		{"errors", []string{"predict", s.run, s.data}},
		{"file", []string{"plot", s.run, "-o", filepath.Join(folder, "pictures")}},
		{"machine engine", []string{"doctor"}},
		{"verification", []string{"verify", s.model}},
		{"model", []string{"models"}},
		{"description", []string{"inspect", s.run}},
		{"text", []string{"inspect", s.data}},
	} {
		kinds := objectsOf(t, c.args...)
		require.Len(t, kinds, len(strings.Fields(c.kinds)), "%v: %v", c.args, kinds)
		for _, kind := range strings.Fields(c.kinds) {
			require.NotEmpty(t, kinds[kind], "%v has no object %s", c.args, kind)
			require.Contains(t, string(documented), "| `"+kind+"` |")
		}
	}
}

func TestJSONSaysWhatTextSays(t *testing.T) {
	s := getSession(t)
	found := objectsOf(t, "predict", s.run, s.data)["errors"][0]
	text := errorsIn(t, gmnc(t, "predict", s.run, s.data).out)
	require.InDelta(t, text[0], found["rmse"], 5e-5)
	require.InDelta(t, math.Sqrt(found["mse"].(float64)), found["rmse"], 1e-12)
	require.EqualValues(t, 8, found["samples"])
}

// TestDescriptionOfAFile: inspect --json has values, and not sentences, of what a service needs.
func TestDescriptionOfAFile(t *testing.T) {
	s := getSession(t)
	d := objectsOf(t, "inspect", s.model)["description"][0]
	require.Equal(t, s.model, d["path"])
	require.Equal(t, "gmn", d["model"].(map[string]any)["model"])
	file, data := d["file"].(map[string]any), d["data"].(map[string]any)
	first := file["inputs"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"position", "float32", []any{"batch", "particles", 3.}}, []any{first["name"], first["type"], first["shape"]})
	require.NotEmpty(t, file["outputs"].([]any)[0].(map[string]any)["meaning"])
	require.Equal(t, "data.npz", data["file"])
	require.Contains(t, data["ranges"], "speed")
	require.Contains(t, d["metrics"], "valid_mse")
	require.NotEmpty(t, d["certificate"].(map[string]any)["runtimes"])
	require.NotContains(t, objectsOf(t, "inspect", s.run)["description"][0], "file")
}

func TestJSONOfAFailure(t *testing.T) {
	r := call(t.Context(), "predict", "absent", getSession(t).data, "--json")
	require.Equal(t, exitFailure, r.code)
	require.True(t, strings.HasPrefix(r.err, "gmnc: "))
	var object struct{ Report, Message string }
	require.NoError(t, json.Unmarshal([]byte(r.out), &object))
	require.Equal(t, "error", object.Report)
	require.Equal(t, "gmnc: "+object.Message+"\n", r.err)
}

func TestNumbersThatJSONLacks(t *testing.T) {
	var out bytes.Buffer
	(&objects{to: &out}).write("numbers", struct{ A, B, C number }{number(math.NaN()), number(math.Inf(1)), 0.1})
	require.Equal(t, `{"report":"numbers","A":null,"B":null,"C":0.1}`+"\n", out.String())
}

func TestQuiet(t *testing.T) {
	s := getSession(t)
	r := gmnc(t, s.training(filepath.Join(t.TempDir(), "run"), "--quiet")...)
	require.Empty(t, r.err)
	require.Contains(t, r.out, "has the lowest validation error; ")
}

// TestTextBecomesObjects: each line is an object, also one that is written in parts. Empty lines
// are none, not even the first.
func TestTextBecomesObjects(t *testing.T) {
	var out bytes.Buffer
	o := &objects{to: &out}
	for _, text := range []string{"\n1\n", " \n", "tw", "o\n\nthree"} {
		n, err := o.Write([]byte(text))
		require.NoError(t, err)
		require.Equal(t, len(text), n)
	}
	require.Equal(t, `{"report":"text","text":"1"}`+"\n"+`{"report":"text","text":"two"}`+"\n", out.String())
}
