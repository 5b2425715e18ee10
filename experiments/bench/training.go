package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	goruntime "runtime"
	"time"

	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/internal/resident"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// TrainingSize is a training to measure.
type TrainingSize struct {
	Train int // samples
	Valid int // samples, every 5 epochs
	// Epochs are measured; the whole training has 600.
	Epochs int
}

// Training is the time and the memory of a whole training, from the first
// weights to the last checkpoint.
type Training struct {
	Train   int     `json:"train_samples"`
	Valid   int     `json:"validation_samples"`
	Every   int     `json:"epochs_between_validations"`
	Cores   int     `json:"cores"`
	Epochs  int     `json:"epochs_measured"`
	Seconds float64 `json:"seconds_measured"`
	// Busy is how many cores ran this program, as in Spread.
	Busy float64 `json:"busy_cores,omitempty"`
	// Whole is the number of epochs of a whole training.
	Whole int `json:"whole_epochs"`
	// Memory is the program's peak until the training's end, in bytes; 0
	// where the system does not report it.
	Memory         float64 `json:"peak_resident_bytes,omitempty"`
	Operations     float64 `json:"operations"`
	FractionOfPeak float64 `json:"fraction_of_peak,omitempty"`
}

// times are how often the measured training goes into a whole one.
func (t Training) times() float64 { return float64(t.Whole) / float64(t.Epochs) }

// training trains as gmnc train does. It runs before anything else needs
// memory, so that the program's peak is the training's.
func (b *bench) training(ctx context.Context) (*Training, error) {
	folder, err := os.MkdirTemp("", "gmnc-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	size, options := b.options.Training, run.DefaultOptions()
	t := &Training{Train: size.Train, Valid: size.Valid, Every: options.ValidEvery, Cores: goruntime.GOMAXPROCS(0),
		Epochs: size.Epochs, Whole: options.Epochs}
	options.Epochs, options.Batch = size.Epochs, b.options.Systems
	samples := draw(tables, size.Train+size.Valid)
	job := train.Job{
		Store:  run.Folder(filepath.Join(folder, "run")),
		Engine: engines.Trainer(),
		Data:   &datasets.Data{Train: samples[:size.Train], Valid: samples[size.Train:]},
		Config: run.Config{Version: deploy.Version(), Model: b.options.Model, Training: &options,
			Data: &run.DataInfo{File: "drawn"}},
	}
	started, before := time.Now(), cpuTime()
	if _, err := train.Train(ctx, job); err != nil {
		return nil, fmt.Errorf("training of %d epochs: %w", size.Epochs, err)
	}
	t.Seconds = time.Since(started).Seconds()
	t.Busy = float64(cpuTime()-before) / 1e9 / t.Seconds
	t.Memory = resident.Peak()
	t.Operations = b.operationsOf(*t, tables)
	return t, nil
}

// operationsOf counts the operations of the training as it was measured.
func (b *bench) operationsOf(t Training, composition system.Composition) float64 {
	steps, validations := t.Epochs*(t.Train/b.options.Systems), t.Epochs/t.Every
	return float64(steps*b.options.Systems)*trainingStep(b.options.Model, composition) +
		float64(validations*t.Valid)*forward(b.options.Model, composition)
}

// write writes the training as lines of the table.
func (t Training) write(w io.Writer) {
	fmt.Fprintf(w, "training on %d systems (%s), validation of %d every %d epochs, on %d cores\n", t.Train, tables, t.Valid, t.Every, t.Cores)
	busy := ""
	if t.Busy > 0 {
		busy = fmt.Sprintf(", %.2f cores busy", t.Busy)
	}
	fmt.Fprintf(w, "%d epochs: %s, %s an epoch, %.1f %% of peak%s\n", t.Epochs, duration(t.Seconds),
		duration(t.Seconds/float64(t.Epochs)), 100*t.FractionOfPeak, busy)
	if t.Epochs != t.Whole {
		fmt.Fprintf(w, "%d epochs: %s, %.3g x %d measured\n", t.Whole, duration(t.times()*t.Seconds), t.times(), t.Epochs)
	}
	if t.Memory > 0 {
		fmt.Fprintf(w, "peak resident memory: %.0f MB\n", t.Memory/1e6)
	}
}
