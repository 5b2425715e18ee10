package reproduce

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"

	"gmnc/plot"
	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/system"
)

// testCurve is the file of a run that has its test error after each validation.
const testCurve = "test.csv"

var testCurveHeader = []string{"epoch", "test_mse"}

// follow measures the test error after each validation and keeps it in the run.
func follow(store run.Store, test []system.Sample) func(context.Context, int, predict.Predictor) error {
	return func(ctx context.Context, epoch int, p predict.Predictor) error {
		curve, err := readTestCurve(store)
		if err != nil {
			return err
		}
		errs, err := predict.Evaluate(ctx, p, test)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		table := csv.NewWriter(&text)
		table.Write(testCurveHeader)
		write := func(epoch, value float64) {
			table.Write([]string{strconv.FormatFloat(epoch, 'f', -1, 64), run.FormatNumber(value)})
		}
		for i, before := range curve.X {
			if int(before) < epoch { // later ones are of a training that was stopped
				write(before, curve.Y[i])
			}
		}
		write(float64(epoch), errs.Position.Mean)
		table.Flush()
		return store.Write(testCurve, text.Bytes())
	}
}

// readTestCurve is the test error over epochs; empty where a run has none.
func readTestCurve(store run.Store) (curve plot.Series, err error) {
	text, err := store.Read(testCurve)
	if errors.Is(err, fs.ErrNotExist) {
		return curve, nil
	}
	if err != nil {
		return curve, fmt.Errorf("cannot read the test errors of a run: %w", err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return curve, fmt.Errorf("%s: %s has no test errors: %v (remove it)", store, testCurve, err)
	}
	for _, row := range rows[1:] {
		x, xErr := strconv.ParseFloat(row[0], 64)
		y, yErr := strconv.ParseFloat(row[1], 64)
		if err := errors.Join(xErr, yErr); err != nil {
			return curve, fmt.Errorf("%s: %s: %w (remove it)", store, testCurve, err)
		}
		curve.X, curve.Y = append(curve.X, x), append(curve.Y, y)
	}
	return curve, nil
}

// trainingAndTest draws the training loss and the test error of each row's first
// run over its training.
func trainingAndTest(t TableReport, runs, path string) error {
	return t.drawEpochs(runs, path, "mean squared error x100", func(p Place, folder string, rows []run.Epoch) ([]plot.Series, error) {
		training := pictures.FromEpochs(rows)[0]
		training.Name = p.Row.Name + ", training"
		test, err := readTestCurve(run.Folder(folder))
		test.Name = p.Row.Name + ", test"
		return []plot.Series{training, test}, err
	})
}

// overEpochs draws the validation error of each row's first run over its
// training.
func overEpochs(t TableReport, runs, path string) error {
	return t.drawEpochs(runs, path, "validation error x100", func(p Place, _ string, rows []run.Epoch) ([]plot.Series, error) {
		validation := pictures.FromEpochs(rows)[1]
		validation.Name = p.Row.Name
		return []plot.Series{validation}, nil
	})
}

// drawEpochs draws what a function gives of each row's first run.
func (t TableReport) drawEpochs(runs, path, what string, of func(p Place, folder string, rows []run.Epoch) ([]plot.Series, error)) error {
	var series []plot.Series
	for _, p := range t.Places {
		if p.Measured[0].Errors == nil || p.Measured[0].Result == nil {
			continue
		}
		folder := filepath.Join(runs, p.Measured[0].Result.Run)
		rows, err := run.ReadMetrics(run.Folder(folder))
		if errors.Is(err, fs.ErrNotExist) {
			continue // somebody removed the run, not its cell
		}
		if err != nil {
			return err
		}
		lines, err := of(p, folder, rows)
		if err != nil {
			return err
		}
		for _, s := range lines {
			for i := range s.Y {
				s.Y[i] *= t.Metric.Scale
			}
			if len(s.X) > 0 {
				series = append(series, s)
			}
		}
	}
	if series == nil {
		return errNothing
	}
	return plot.Curves(plot.Axes{Title: t.title(), X: "epoch", Y: what, WholeX: true, LogY: true}, series).Save(path)
}
