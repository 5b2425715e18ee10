package commandline

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sbinet/npyio/npz"
	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/run/weights"
	"gmnc/runtime/engines"
)

func TestSession(t *testing.T) {
	s := getSession(t)
	require.True(t, strings.HasPrefix(s.simulated.out, s.data+": 16 training, 8 validation, 8 test samples of (3,2,1)\ndrift from inputs"))
	require.Regexp(t, `: on the validation samples root mean squared error [\d.]+; constant velocity x \+ vT: [\d.]+, rest: [\d.]+, constant acceleration: [\d.]+\n.*: epoch \d has the lowest validation error; the changes in length of a system's rigid bars add up to [\d.]+e-0[6-9]; the epoch was chosen on these samples\n.*: fit: predictions are [\d.e-]+ away from the first 8 training samples, .*: this data set has pairs of frames, not recordings, and pairs do not tell their noise\n$`, s.trained.out)
	require.Regexp(t, `: \d+ bytes, opset 17\n  onnx-go: rounding: outputs against a float64 evaluation of the same model: maximum error `, s.exported.out)
	for _, name := range []string{"config.json", "weights.safetensors", "state.safetensors", "metrics.csv", "learning_curve.png"} {
		require.FileExists(t, filepath.Join(s.run, name))
	}
}

// TestLogOfTraining: where nobody watches, training prints lines of the log
// and, after so short a training, that it was too short.
func TestLogOfTraining(t *testing.T) {
	require.Regexp(t, `^(epoch [1-3]/4: .*\n)+epoch 4/4: training loss [\d.e-]+, root mean squared error on the validation samples [\d.e-]+, lowest [\d.e-]+ in epoch [24], [\d.e+]+ steps/s\nwarning: the model is worse on the validation samples than the constant-velocity baseline x \+ vT, which has [\d.]+; likely reasons: too few epochs, .*\n$`, getSession(t).trained.err)
}

// lastDigit is how far printed errors of float32 runtimes may be apart, relative to them: four
// digits are printed.
const lastDigit = 1.001e-3

// errorsIn are the printed errors, except for the constraint error.
func errorsIn(t *testing.T, output string) []float64 {
	t.Helper()
	found := regexp.MustCompile(`(?s)root mean squared error +([\d.]+)\n +its median over samples +([\d.]+)\n +without 1% at each end +([\d.]+)\n`).FindStringSubmatch(output)
	require.NotNil(t, found, output)
	var errors []float64
	for _, text := range found[1:] {
		value, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		errors = append(errors, value)
	}
	return errors
}

func TestRuntimesPredictTheSame(t *testing.T) {
	s := getSession(t)
	want := errorsIn(t, gmnc(t, "predict", s.run, s.data).out)
	for _, name := range append([]string{"auto"}, engines.Names(engines.All())...) {
		t.Run(name, func(t *testing.T) {
			if engine, found := engines.Named(name); found {
				testenv.Engine(t, engine)
			}
			for _, model := range []string{s.run, s.model} {
				output := gmnc(t, "predict", model, s.data, "--runtime", name).out
				require.InEpsilonSlice(t, want, errorsIn(t, output), lastDigit, model)
				require.Regexp(t, `constraint error +[\d.]+e-0[6-9]\n`, output)
				if name != "auto" {
					require.Contains(t, output, "8 test samples in "+name+"\n")
				}
			}
		})
	}
}

func TestPredictSplits(t *testing.T) {
	s := getSession(t)
	require.Contains(t, gmnc(t, "predict", s.run, s.data, "--split", "train").out, "16 train samples")
	valid := gmnc(t, "predict", s.run, s.data, "--split", "valid").out
	best := regexp.MustCompile(`on the validation samples root mean squared error ([\d.]+);`).FindStringSubmatch(s.trained.out)
	require.Contains(t, valid, "  root mean squared error   "+best[1]+"\n", "the weights kept have the best validation error")
}

func TestPredictionFile(t *testing.T) {
	s := getSession(t)
	path := filepath.Join(t.TempDir(), "prediction.npz")
	output := gmnc(t, "predict", s.model, s.data, "-o", path).out
	file, err := npz.Open(path)
	require.NoError(t, err)
	defer file.Close()
	require.ElementsMatch(t, []string{"x.npy", "v.npy"}, file.Keys())
	written := map[string][]float32{}
	for _, key := range file.Keys() {
		require.Equal(t, []int{8, 10, 3}, file.Header(key).Descr.Shape)
		var values []float32
		require.NoError(t, file.Read(key, &values))
		written[key] = values
	}
	require.NotEqual(t, written["x.npy"], written["v.npy"])
	data, err := datasets.Read(s.data)
	require.NoError(t, err)
	errors, err := predict.Compare(data.Test, written["x.npy"])
	require.NoError(t, err)
	require.Contains(t, output, fmt.Sprintf("  root mean squared error   %.4g\n", math.Sqrt(errors.Position.Mean)))
}

func TestOneModelServesEveryComposition(t *testing.T) {
	s := getSession(t)
	for _, system := range []string{"1,2,0", "2,0,1", "4,0,0", "1,0,0", "0,0,1"} {
		data := filepath.Join(t.TempDir(), "data.npz")
		gmnc(t, "simulate", "--system", system, "--train", "0", "--valid", "0", "--test", "3", "-o", data)
		ofRun, ofModel := gmnc(t, "predict", s.run, data).out, gmnc(t, "predict", s.model, data).out
		require.InEpsilonSlice(t, errorsIn(t, ofRun), errorsIn(t, ofModel), lastDigit, system)
	}
}

func TestInspect(t *testing.T) {
	s := getSession(t)
	ofRun, ofModel, ofData := gmnc(t, "inspect", s.run).out, gmnc(t, "inspect", s.model).out, gmnc(t, "inspect", s.data).out
	for _, output := range []string{ofRun, ofModel} {
		require.Regexp(t, `: gmn, published form, layers: 1, networks of width 8, learned parameters: \d+\n`, output)
		require.Contains(t, output, "  training  samples: all, epochs: 4, batch size: 8, learning rate: 0.0005, weight decay: 1e-10, seed: 1\n")
		require.Regexp(t, `  data      data.npz \(SHA-256 [0-9a-f]{12}\)\n`, output)
		require.Regexp(t, `  validated  epoch \d has the lowest validation error, a root mean squared error of positions of [\d.]+ over one prediction only; [a-zA-Z +-]+ has [\d.]+ there; the changes in length of a system's rigid bars add up to [\d.]+e-0[6-9]; the epoch was chosen on these samples\n`, output)
	}
	require.Regexp(t, `  file      nodes: \d+, bytes: \d+, opset: 17, written by gmnc `, ofModel)
	require.Contains(t, ofModel, "  input     \"position\" (float32 [batch, particles, 3]): positions of the particles; unit: natural units\n")
	require.Contains(t, ofModel, "  output    \"predicted_position\" (float32 [batch, particles, 3]): positions one prediction interval (1 time unit) later; ")
	require.Regexp(t, `  verified  The lines below were recorded when the file was written; gmnc verify measures again.\n  verified  onnx-go: rounding: outputs against a float64 evaluation of the same model: `, ofModel)
	require.Contains(t, ofData, "  train     samples: 16 of 10 particles (isolated: 3, sticks: 2, hinges: 1), constraint error of the targets: ")
	require.NotContains(t, ofRun, "func @")
	require.NotContains(t, ofRun, "  constants ", "the model has none")
	require.Contains(t, gmnc(t, "inspect", s.run, "--ir").out, "message_passing")
}

// TestImportedRunPredictsTheSame writes the run's weights as the published
// implementation would and imports them.
func TestImportedRunPredictsTheSame(t *testing.T) {
	s := getSession(t)
	folder := t.TempDir()
	file, imported := filepath.Join(folder, "published.safetensors"), filepath.Join(folder, "run")
	trained, err := run.Read(run.Folder(s.run))
	require.NoError(t, err)
	require.NoError(t, weights.Write(file, asPublished(t, trained)))
	output := gmnc(t, "import", file, "-o", imported)
	require.Regexp(t, `: gmn, layers: 1, width: 8, learned parameters: \d+\n$`, output.out)
	require.Contains(t, output.err, "note: assumed, as weights do not show it: recurrent true, activation silu, coords_weight 1, norm_diff false, tanh false, attention false\n")
	require.Contains(t, gmnc(t, "inspect", imported).out, "  imported  from published.safetensors\n")
	require.Equal(t, errorsIn(t, gmnc(t, "predict", s.run, s.data).out), errorsIn(t, gmnc(t, "predict", imported, s.data).out))
	gmnc(t, "export", imported, "-o", filepath.Join(folder, "model.onnx"))
	requireFailure(t, "already holds a run", "import", file, "-o", imported)
	requireFailure(t, "its weights were imported, not trained", s.training(imported, "--resume")...)
}

// asPublished names and lays out weights as the published implementation.
func asPublished(t *testing.T, trained *run.Run) weights.File {
	t.Helper()
	var file weights.File
	add := func(name string) {
		ours, err := builder.OurName(name)
		require.NoError(t, err)
		value, ok := trained.Weights[ours]
		if !ok {
			return
		}
		rows, columns := value.Shape[0], value.Shape[1]
		tensor := weights.Tensor{Name: name, Shape: []int{columns, rows}, Data: make([]float32, rows*columns)}
		for i := range tensor.Data {
			tensor.Data[i] = value.Float[i%rows*columns+i/rows]
		}
		if strings.HasSuffix(name, "bias") {
			tensor.Shape = []int{columns}
		}
		file.Tensors = append(file.Tensors, tensor)
	}
	for _, part := range []string{"weight", "bias"} {
		add("embedding." + part)
		for _, network := range []string{"edge_mlp", "coord_mlp", "node_mlp", "coord_mlp_vel", "coord_mlp_w_vel", "center_mlp", "f_stick_mlp", "f_hinge_mlp"} {
			add("gcl_0." + network + ".0." + part)
			add("gcl_0." + network + ".2." + part)
		}
	}
	require.Len(t, file.Tensors, len(trained.Weights))
	return file
}

func TestResumeGoesOn(t *testing.T) {
	s := getSession(t)
	run := copyRun(t, s.run)
	requireFailure(t, "already holds a run", s.training(run)...)
	gmnc(t, s.training(run, "--epochs", "6", "--resume")...)
	straight := filepath.Join(t.TempDir(), "run")
	gmnc(t, s.training(straight, "--epochs", "6")...)
	resumed, err := os.ReadFile(filepath.Join(run, "state.safetensors"))
	require.NoError(t, err)
	want, err := os.ReadFile(filepath.Join(straight, "state.safetensors"))
	require.NoError(t, err)
	require.True(t, string(want) == string(resumed), "a resumed run ends in the same bits")
}

// TestNoExamples: a run keeps training inputs unless --no-examples says otherwise. A run that
// keeps some is not resumed without them.
func TestNoExamples(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "run")
	examples := func() int {
		config, err := run.ReadConfig(run.Folder(folder))
		require.NoError(t, err)
		require.NotNil(t, config.Data.Ranges)
		return len(config.Data.Examples)
	}
	gmnc(t, s.training(folder, "--epochs", "1")...)
	require.Equal(t, 3, examples())
	requireFailure(t, "it keeps 3 training inputs, which --no-examples would leave out", s.training(folder, "--epochs", "2", "--resume", "--no-examples")...)
	gmnc(t, s.training(folder, "--epochs", "1", "--force", "--no-examples")...)
	require.Zero(t, examples())
	gmnc(t, s.training(folder, "--epochs", "2", "--resume")...)
	require.Zero(t, examples(), "a run without examples is resumed without them")
}

func TestDoctor(t *testing.T) {
	output := gmnc(t, "doctor").out
	for _, engine := range engines.All() {
		require.Contains(t, output, "  "+engine.Name+" ")
		if err := engine.Available(); err != nil {
			require.Contains(t, output, err.Error(), "it says how to get what is missing")
		}
	}
}

func TestConfigIsReadable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(getSession(t).run, "config.json"))
	require.NoError(t, err)
	var c run.Config
	require.NoError(t, json.Unmarshal(text, &c))
	require.Equal(t, config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 8}, c.Model)
	require.Equal(t, &run.Options{Epochs: 4, Batch: 8, LearningRate: 5e-4, WeightDecay: 1e-10, Seed: 1, ValidEvery: 2, Level: 2, KeepLast: true, Scale: run.AutoScale}, c.Training)
	require.Equal(t, "data.npz", c.Data.File)
}
