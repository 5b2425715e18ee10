package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	goruntime "runtime"
	"time"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/resident"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// TrainingSize is the size of a training to measure.
type TrainingSize struct {
	Train int // the number of training samples
	Valid int // the number of validation samples, used every 5 epochs
	// Epochs is the number of measured epochs; the whole training has 600.
	Epochs int
}

// Validate returns an error for a number of epochs that no training can have.
func (s TrainingSize) Validate() error {
	options := run.DefaultOptions()
	options.Epochs = s.Epochs
	return options.Validate()
}

// Training is the time and the memory of a whole training, from the first weights to the last
// checkpoint.
type Training struct {
	Train int `json:"train_samples"`
	Batch int `json:"batch"`
	// KeepLast says that samples that do not fill a batch are also trained on.
	KeepLast bool    `json:"keep_last"`
	Valid    int     `json:"validation_samples"`
	Every    int     `json:"epochs_between_validations"`
	Cores    int     `json:"cores"`
	Epochs   int     `json:"epochs_measured"`
	Seconds  float64 `json:"seconds_measured"`
	// Busy is the number of cores that ran this program, as in Spread.
	Busy float64 `json:"busy_cores,omitempty"`
	// Whole is the number of epochs of a whole training.
	Whole int `json:"whole_epochs"`
	// Memory is the program's peak memory until the training's end, in bytes, or 0 if the
	// system does not report it.
	Memory         float64 `json:"peak_resident_bytes,omitempty"`
	Operations     float64 `json:"operations"`
	FractionOfPeak float64 `json:"fraction_of_peak,omitempty"`
}

// times returns the number of epochs of a whole training divided by that of the measured one.
func (t Training) times() float64 { return float64(t.Whole) / float64(t.Epochs) }

// trained returns the number of samples of an epoch that are trained on.
func (t Training) trained() int {
	if t.KeepLast {
		return t.Train
	}
	return t.Train - t.Train%t.Batch
}

// training trains with these options, as gmnc train does. It runs before anything else needs
// memory, so that the program's peak is that of the training.
func (b *bench) training(ctx context.Context, options run.Options) (*Training, error) {
	folder, err := os.MkdirTemp("", "gmnc-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if collect := b.options.Collect; collect != nil {
		defer collect()()
	}
	size := b.options.Training
	t := &Training{Train: size.Train, Batch: b.options.Systems, KeepLast: options.KeepLast, Valid: size.Valid,
		Every: options.ValidEvery, Cores: goruntime.GOMAXPROCS(0), Epochs: size.Epochs, Whole: options.Epochs}
	options.Epochs, options.Batch = t.Epochs, t.Batch
	samples := draw(tables, size.Train+size.Valid)
	job := train.Job{
		Store:  run.Folder(filepath.Join(folder, "run")),
		Engine: engines.Trainer(),
		Data:   &datasets.Data{Train: samples[:size.Train], Valid: samples[size.Train:]},
		Config: run.Config{Version: run.Version(), Model: b.options.Model, Training: &options,
			Data: &run.DataInfo{File: "drawn"}},
	}
	started, before := time.Now(), cpuTime()
	if _, err := train.Train(ctx, job); err != nil {
		return nil, fmt.Errorf("training of %d epochs: %w", size.Epochs, err)
	}
	t.Seconds = time.Since(started).Seconds()
	t.Busy = float64(cpuTime()-before) / 1e9 / t.Seconds
	t.Memory = resident.Peak()
	t.Operations = t.operationsOf(b.options.Model, tables)
	return t, nil
}

// operationsOf counts the operations of the training as it was measured.
func (t Training) operationsOf(model config.Config, composition system.Composition) float64 {
	trained, validated := t.Epochs*t.trained(), t.Epochs/t.Every*t.Valid
	return float64(trained)*trainingStep(model, composition) + float64(validated)*forward(model, composition)
}

// batches describes the batches of an epoch: "batches of 200 and one of 100".
func (t Training) batches() string {
	text := fmt.Sprintf("batches of %d", t.Batch)
	switch last := t.Train % t.Batch; {
	case last == 0:
		return text
	case t.KeepLast:
		return text + fmt.Sprintf(" and one of %d", last)
	default:
		return text + fmt.Sprintf(" without the last %d", last)
	}
}

// name returns a description of the training.
func (t Training) name() string {
	return fmt.Sprintf("training on %d systems (%s), %s, validation of %d every %d epochs", t.Train, tables, t.batches(), t.Valid, t.Every)
}

// result returns the training as one call that was measured once.
func (t Training) result() Result {
	return Result{
		What: fmt.Sprintf("%d epochs of %s", t.Epochs, t.name()), Cores: t.Cores, Operations: t.Operations, FractionOfPeak: t.FractionOfPeak,
		Spread: Spread{Median: t.Seconds, Min: t.Seconds, Max: t.Seconds, Busy: t.Busy, Runs: 1, Calls: 1},
	}
}

// write writes the training as lines of the table.
func (t Training) write(w io.Writer) {
	fmt.Fprintf(w, "%s, on %d cores\n", t.name(), t.Cores)
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
