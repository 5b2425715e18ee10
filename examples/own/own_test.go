package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/cmd/commandline"
	"gmnc/datasets/nbody"
	"gmnc/deploy"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

func TestMain(m *testing.M) {
	if err := register(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// TestLibrary trains the model in memory, stops and resumes it, exports it with
// its checks, and has the file predict what the weights do.
func TestLibrary(t *testing.T) {
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{
		System: system.Composition{2, 1, 1}, Train: 40, Valid: 10, Test: 10, Seed: 1,
	}, nil)
	must(t, err)
	options := run.DefaultOptions()
	options.Epochs, options.Batch, options.LearningRate, options.ValidEvery, options.Patience = 6, 8, 5e-3, 1, 5
	job := train.Job{
		Store: run.NewMemory("memory"), Data: data, Engine: engines.Trainer(), Schedule: train.Cosine,
		Config: run.Config{
			Version: run.Version(), Training: &options,
			Model: config.Config{Model: "springs", Form: config.Published, Layers: 2, Hidden: 8},
		},
	}
	ctx, stop := context.WithCancel(t.Context())
	job.Observer.Epoch = func(epochs []run.Epoch) error {
		if len(epochs) == 3 {
			stop()
		}
		return nil
	}
	if _, err := train.Train(ctx, job); err != context.Canceled {
		t.Fatalf("expected an interrupt, got %v", err)
	}
	trained, err := train.Resume(t.Context(), job)
	must(t, err)
	epochs, err := run.ReadMetrics(job.Store)
	must(t, err)
	if last := len(epochs) - 1; last < 3 || epochs[last].Train >= epochs[0].Train {
		t.Errorf("%d epochs took the loss from %g to %g", len(epochs), epochs[0].Train, epochs[last].Train)
	}

	exported, err := deploy.Export(trained, 17)
	must(t, err)
	file, err := artifact.FromFile(exported.File)
	must(t, err)
	want := positions(t, artifact.FromRun(trained), "native", data.Test)
	got := positions(t, file, "onnx-go", data.Test)
	const float32Rounding = 1e-4
	for i := range want {
		if difference := want[i] - got[i]; difference > float32Rounding || -difference > float32Rounding {
			t.Fatalf("coordinate %d is %g in the file and %g in the run", i, got[i], want[i])
		}
	}
	errors, err := predict.Compare(data.Test, got)
	must(t, err)
	if errors.Constraint > 1e-4 {
		t.Errorf("bars change their lengths by %g", errors.Constraint)
	}
}

func positions(t *testing.T, model *artifact.Model, engine string, samples []system.Sample) []float32 {
	t.Helper()
	predictor, _, err := model.Open(engine)
	must(t, err)
	defer predictor.Close()
	position, _, err := predictor.Predict(samples)
	must(t, err)
	return position
}

// TestCommandLine does with the model what the commands do with built-in ones.
func TestCommandLine(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	data, trained, file := in("data.npz"), in("run"), in("model.onnx")
	training := []string{"train", data, "-o", trained, "--model", "springs", "--layers", "1", "--hidden", "4", "--batch", "8", "--valid-every", "1"}
	for _, args := range [][]string{
		{"simulate", "--system", "1,1,1", "--train", "16", "--valid", "4", "--test", "4", "-o", data},
		append(training, "--epochs", "2"),
		append(training, "--epochs", "3", "--patience", "2", "--resume"),
		{"export", trained, "-o", file},
		{"predict", file, data},
		{"inspect", file},
		{"plot", file, data, "-o", in("pictures")},
		{"models"},
	} {
		var out, errors bytes.Buffer
		if code := commandline.Run(t.Context(), args, &out, &errors); code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, &errors)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
