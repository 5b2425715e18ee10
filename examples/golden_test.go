// Package examples has the numbers that every example is held to.
package examples

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/predict"
	"gmnc/runtime"
)

var update = flag.Bool("update", false, "write golden.txt anew")

// TestGolden: golden.txt has the inputs of three systems and what the float64
// interpreter makes of them, a tensor a line: its name, the number of its
// dimensions, these, and its numbers.
func TestGolden(t *testing.T) {
	golden := filepath.Join("..", "testdata", "golden")
	data, err := datasets.Read(filepath.Join(golden, "systems_3_2_1.npz"))
	require.NoError(t, err)
	model, err := deploy.Load(filepath.Join(golden, "model.onnx"))
	require.NoError(t, err)
	predictor, _, err := model.OpenFor(data, "interpreter")
	require.NoError(t, err)
	defer predictor.Close()
	position, velocity, err := predictor.Predict(data.Test)
	require.NoError(t, err)

	inputs := predict.SystemInputs(data.Test)
	shape := inputs["position"].Shape
	var want strings.Builder
	for _, name := range []string{"position", "velocity", "charge", "sticks", "hinges"} {
		writeTensor(&want, name, inputs[name])
	}
	writeTensor(&want, "predicted_position", runtime.Floats(position, shape...))
	writeTensor(&want, "predicted_velocity", runtime.Floats(velocity, shape...))
	if *update {
		require.NoError(t, os.WriteFile("golden.txt", []byte(want.String()), 0o666))
	}
	have, err := os.ReadFile("golden.txt")
	require.NoError(t, err)
	requireSameNumbers(t, want.String(), string(have))
}

func writeTensor(to *strings.Builder, name string, x runtime.Tensor) {
	fmt.Fprintf(to, "%s %d", name, len(x.Shape))
	for _, extent := range x.Shape {
		fmt.Fprintf(to, " %d", extent)
	}
	for _, value := range x.Index {
		fmt.Fprintf(to, " %d", value)
	}
	for _, value := range x.Float {
		fmt.Fprintf(to, " %s", strconv.FormatFloat(float64(value), 'g', -1, 32))
	}
	to.WriteByte('\n')
}

// requireSameNumbers allows for machines whose float64 rounds otherwise.
func requireSameNumbers(t *testing.T, want, have string) {
	t.Helper()
	wanted, words := strings.Fields(want), strings.Fields(have)
	require.Len(t, words, len(wanted))
	for i := range wanted {
		number, err := strconv.ParseFloat(wanted[i], 64)
		if err != nil {
			require.Equal(t, wanted[i], words[i])
			continue
		}
		found, err := strconv.ParseFloat(words[i], 64)
		require.NoError(t, err)
		require.InDelta(t, number, found, 1e-6*max(1, number, -number))
	}
}

// TestExcerpts: the code that docs/onnx.md shows in other languages is that of
// the examples.
func TestExcerpts(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "onnx.md"))
	require.NoError(t, err)
	_, section, found := strings.Cut(string(page), "\n## In other languages\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := strings.Split(section, "```")
	programs := map[string]string{"python": "python/predict.py", "js": "node/predict.js", "cpp": "cpp/predict.cpp"}
	require.Len(t, blocks, 1+2*len(programs))
	for i := 1; i < len(blocks); i += 2 {
		language, excerpt, _ := strings.Cut(blocks[i], "\n")
		program, err := os.ReadFile(programs[language])
		require.NoError(t, err, language)
		require.Contains(t, string(program), excerpt)
	}
}
