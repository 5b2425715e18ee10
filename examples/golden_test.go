// Package examples has the numbers that every example is held to.
package examples

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

var update = flag.Bool("update", false, "write the numbers and files anew")

// TestGolden: golden.txt has the inputs of three systems and what the float64
// interpreter makes of them, a tensor a line: its name, the number of its
// dimensions, these, and its numbers. finetune.txt is for ten steps of training
// on them: true positions, the learning rate, and the losses.
func TestGolden(t *testing.T) {
	golden := filepath.Join("..", "testdata", "golden")
	data, err := datasets.Read(filepath.Join(golden, "systems_3_2_1.npz"))
	require.NoError(t, err)
	model, err := artifact.Load(filepath.Join(golden, "model.onnx"))
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
	var target []float32
	for _, sample := range data.Test {
		target = append(target, sample.TargetPosition...)
	}
	losses, rate := finetuned(t, filepath.Join(golden, "train_step.onnx"), data.Test)
	var steps strings.Builder
	writeTensor(&steps, "target", runtime.Floats(target, shape...))
	writeTensor(&steps, "learning_rate", runtime.Floats([]float32{rate}, 1, 1, 1))
	writeTensor(&steps, "finetuning_loss", runtime.Floats(losses, len(losses), 1, 1))
	for path, text := range map[string]string{"golden.txt": want.String(), "finetune.txt": steps.String()} {
		requireSame(t, path, text, func(have string) { requireSameNumbers(t, text, have) })
	}
}

// finetuned are the losses before ten steps of training, in float64, from the
// weights and with the learning rate of a file of training steps.
func finetuned(t *testing.T, path string, samples []system.Sample) (losses []float32, rate float32) {
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	file, err := export.Decode(content)
	require.NoError(t, err)
	step, err := file.Step()
	require.NoError(t, err)
	config, err := config.ParseConfig([]byte(file.Config))
	require.NoError(t, err)
	model, err := builder.New(config, false)
	require.NoError(t, err)
	options := run.PaperOptions()
	module, params, err := train.Gradients(model, options)
	require.NoError(t, err)
	inputs, moments := map[string]ir.Tensor{}, map[string][2][]float64{}
	for name, value := range train.GradientBatch(model, options, samples).Inputs {
		inputs[name] = runtime.Widen(value)
	}
	for _, param := range module.Main.Params() {
		weight := ir.NewTensor(param.Type, nil)
		for i, x := range file.Weights[param.Name] {
			weight.Float[i] = float64(x)
		}
		inputs[param.Name] = weight
		moments[param.Name] = [2][]float64{make([]float64, len(weight.Float)), make([]float64, len(weight.Float))}
	}
	for number := 1.0; number <= 10; number++ {
		outputs, err := ir.Eval(module, inputs, nil)
		require.NoError(t, err)
		losses = append(losses, float32(outputs["loss"].Float[0]))
		for _, name := range params {
			w, m, v := inputs[name].Float, moments[name][0], moments[name][1]
			for i, g := range outputs["grad/"+name].Float {
				g += step.WeightDecay * w[i]
				m[i], v[i] = 0.9*m[i]+0.1*g, 0.999*v[i]+0.001*g*g
				w[i] -= step.LearningRate * m[i] / (1 - math.Pow(0.9, number)) / (math.Sqrt(v[i]/(1-math.Pow(0.999, number))) + 1e-8)
			}
		}
	}
	return losses, float32(step.LearningRate)
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

// TestExcerpts: the code that pages show in other languages is the code of the examples.
func TestExcerpts(t *testing.T) {
	for name, programs := range map[string]map[string]string{
		"onnx.md":   {"go": "go/main.go", "python": "python/predict.py", "js": "node/predict.js", "cpp": "cpp/predict.cpp"},
		"joints.md": {"go": "go/joints/main.go", "js": "node/joints.js", "cpp": "cpp/joints.cpp", "rust": "rust/src/bin/joints.rs"},
	} {
		page, err := os.ReadFile(filepath.Join("..", "docs", name))
		require.NoError(t, err)
		_, section, found := strings.Cut(string(page), "\n## In other languages\n")
		require.True(t, found)
		section, _, _ = strings.Cut(section, "\n## ")
		blocks := strings.Split(section, "```")
		require.Len(t, blocks, 1+2*len(programs))
		for i := 1; i < len(blocks); i += 2 {
			language, excerpt, _ := strings.Cut(blocks[i], "\n")
			program, err := os.ReadFile(programs[language])
			require.NoError(t, err, language)
			require.Contains(t, string(program), excerpt)
		}
	}
}
