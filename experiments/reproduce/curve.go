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

	"gmnc/internal/numeral"
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
		x, isX := numeral.CSV.Parse(row[0])
		y, isY := numeral.CSV.Parse(row[1])
		if !isX || !isY {
			return curve, fmt.Errorf("%s: %s: %.80q are no numbers (remove it)", store, testCurve, row)
		}
		curve.X, curve.Y = append(curve.X, x), append(curve.Y, y)
	}
	return curve, nil
}

// drawTrainings draws, in a panel for each row, the training loss and the test error of
// its first run over its training. A heading says what the loss has that the error has not.
func drawTrainings(t TableReport, runs, path string) error {
	var names []string
	var panels [][]plot.Series
	for _, p := range t.Places {
		if p.Measured[0].Errors == nil || p.Measured[0].Result == nil {
			continue
		}
		lines, err := t.linesOf(filepath.Join(runs, p.Measured[0].Result.Run))
		if errors.Is(err, fs.ErrNotExist) {
			continue // somebody removed the run, not its cell
		}
		if err != nil {
			return err
		}
		name := p.Row.Name
		if more := pictures.LossOf(&p.Row.Training); more != "" {
			name += ", whose loss has " + more
		}
		names, panels = append(names, name), append(panels, lines)
	}
	if panels == nil {
		return errNothing
	}
	axes := plot.Axes{Title: t.title(), X: "epoch", Y: t.Metric.Name, WholeX: true, LogY: true}
	return plot.Multiples(axes, names, panels).Save(path)
}

// linesOf are the training loss and the test error of a run over its epochs.
func (t TableReport) linesOf(folder string) ([]plot.Series, error) {
	rows, err := run.ReadMetrics(run.Folder(folder))
	if err != nil {
		return nil, err
	}
	test, err := readTestCurve(run.Folder(folder))
	test.Name, test.Role = "test error", plot.Prediction
	lines := []plot.Series{pictures.FromEpochs(rows)[0], test}
	for _, line := range lines {
		for i := range line.Y {
			line.Y[i] *= t.Metric.Scale
		}
	}
	return lines, err
}
