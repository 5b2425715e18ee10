package reproduce

import (
	"bytes"
	"context"
	"encoding/csv"
	"strconv"

	"gmnc/experiments/reproduce/pages"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// follow returns a function that measures the test error after each validation and adds it to
// the run.
func follow(store run.Store, test []system.Sample) func(context.Context, int, predict.Predictor) error {
	return func(ctx context.Context, epoch int, p predict.Predictor) error {
		curve, err := pages.ReadTestCurve(store)
		if err != nil {
			return err
		}
		errs, err := predict.Evaluate(ctx, p, test)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		table := csv.NewWriter(&text)
		table.Write(pages.TestCurveHeader)
		write := func(epoch, value float64) {
			table.Write([]string{strconv.FormatFloat(epoch, 'f', -1, 64), run.FormatNumber(value)})
		}
		for i, before := range curve.X {
			if int(before) < epoch { // later ones belong to a training that was stopped
				write(before, curve.Y[i])
			}
		}
		write(float64(epoch), errs.Position.Mean)
		table.Flush()
		return store.Write(pages.TestCurveFile, text.Bytes())
	}
}
