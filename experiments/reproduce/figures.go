package reproduce

import (
	"math"
	"path/filepath"

	"gmnc/plot"
	"gmnc/train"
)

// figure draws a table to a .png or .svg file; runs is the folder of run
// folders.
type figure func(t TableReport, runs, path string) error

// agreement draws our figures against the paper's.
func agreement(t TableReport, _, path string) error {
	var series []plot.Series
	for _, row := range t.Rows {
		s := plot.Series{Name: row.Name}
		for _, p := range t.Places {
			if p.Row.Name == row.Name && p.Published != nil && !p.blank() {
				s.X = append(s.X, p.Published.Value)
				s.Y = append(s.Y, t.summarize(p, math.NaN()).value)
			}
		}
		if len(s.X) > 0 {
			series = append(series, s)
		}
	}
	return plot.Agreement(path, t.Metric.Name+", the paper's", t.Metric.Name+", ours", series)
}

// overSizes draws errors over the number of training samples.
func overSizes(t TableReport, _, path string) error {
	var series []plot.Series
	for _, row := range t.Rows {
		s := plot.Series{Name: row.Name}
		for _, p := range t.Places {
			if p.Row.Name == row.Name && !p.blank() {
				s.X = append(s.X, float64(p.Column.TrainSize))
				s.Y = append(s.Y, t.summarize(p, math.NaN()).value)
			}
		}
		if len(s.X) > 0 {
			series = append(series, s)
		}
	}
	return plot.Curves(path, plot.Axes{X: "training samples", Y: t.Metric.Name, LogX: true, LogY: true}, series)
}

// overEpochs draws the validation error of each row's first run over its
// training.
func overEpochs(t TableReport, runs, path string) error {
	var series []plot.Series
	for _, p := range t.Places {
		if p.blank() || p.Measured[0].Result == nil {
			continue
		}
		rows, err := train.ReadMetrics(filepath.Join(runs, p.Measured[0].Result.Run))
		if err != nil {
			return err
		}
		s := plot.FromEpochs(rows)[1]
		s.Name = p.Row.Name
		for i := range s.Y {
			s.Y[i] *= t.Metric.Scale
		}
		series = append(series, s)
	}
	return plot.Curves(path, plot.Axes{X: "epoch", Y: "validation error x100", WholeX: true, LogY: true}, series)
}

// drawable tells whether a figure has anything to show.
func (t TableReport) drawable() bool {
	for _, p := range t.Places {
		if len(p.values(t.Metric.of)) > 0 {
			return true
		}
	}
	return false
}
