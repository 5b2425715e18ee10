package run

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/numeral"
)

// Epoch is one row of a run's metrics.csv.
type Epoch struct {
	Epoch int     // from 1
	Train float64 // mean loss over the epoch's steps, position units squared
	Valid float64 // mean squared error of the validation split; NaN if not taken
	Time  float64 // seconds of training up to here
	Note  string  // what ended the run; "" if nothing did
	// Constants holds the constants of mechanics that the run learns, after the epoch. In the
	// file, columns of their names follow the others.
	Constants []FoundConstant
}

var metricsHeader = []string{"epoch", "train_loss", "valid_mse", "seconds", "note"}

// MetricsName is the name of the file of a run's metrics.
const MetricsName = "metrics.csv"

// WriteMetrics replaces the metrics of a run.
func WriteMetrics(store Store, epochs []Epoch) error {
	var text bytes.Buffer
	table := csv.NewWriter(&text)
	header := slices.Clone(metricsHeader)
	if len(epochs) > 0 {
		for _, c := range epochs[0].Constants {
			header = append(header, c.Title())
		}
	}
	table.Write(header)
	for _, e := range epochs {
		row := []string{strconv.Itoa(e.Epoch), FormatNumber(e.Train), FormatNumber(e.Valid),
			strconv.FormatFloat(e.Time, 'f', 3, 64), e.Note}
		for _, c := range e.Constants {
			row = append(row, FormatNumber(c.Value))
		}
		for len(row) < len(header) { // the epoch did not end
			row = append(row, "")
		}
		table.Write(row)
	}
	table.Flush()
	return store.Write(MetricsName, text.Bytes())
}

// FormatNumber formats a float such that parsing it gives the same bits. It returns "" for NaN,
// which marks what was not measured.
func FormatNumber(value float64) string {
	if math.IsNaN(value) {
		return ""
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}

// ReadMetrics reads the metrics of a run.
func ReadMetrics(store Store) ([]Epoch, error) {
	path := in(store, MetricsName)
	content, err := store.Read(MetricsName)
	if err != nil {
		return nil, fmt.Errorf("cannot read the run's metrics: %w", err)
	}
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var epochs []Epoch
	if len(rows) == 0 || len(rows[0]) < len(metricsHeader) || !slices.Equal(rows[0][:len(metricsHeader)], metricsHeader) {
		return nil, fmt.Errorf("%s is no run's metrics: its first line is not %s", path, strings.Join(metricsHeader, ","))
	}
	for i, row := range rows[1:] {
		epoch, err := parseEpoch(rows[0], row)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, i+2, err)
		}
		epochs = append(epochs, epoch)
	}
	return epochs, nil
}

// CheckEpochs returns an error if the epochs belong to another run than the weights: they state
// another validation error after the epoch of the weights.
func (r *Run) CheckEpochs(epochs []Epoch) error {
	for _, e := range epochs {
		if e.Epoch == r.Epoch() && FormatNumber(e.Valid) != r.Metrics[validMetric] {
			return fmt.Errorf("%s has the validation error %s of epoch %d, and the weights have %s: put back the file that it was, or remove it",
				MetricsName, FormatNumber(e.Valid), e.Epoch, r.Metrics[validMetric])
		}
	}
	return nil
}

// parseEpoch parses a row that has as many columns as the header.
func parseEpoch(header, row []string) (Epoch, error) {
	epoch, err := strconv.Atoi(row[0])
	if err != nil {
		return Epoch{}, fmt.Errorf("epoch %q is not a whole number", row[0])
	}
	var values [3]float64
	for i, text := range row[1:4] {
		ok := true
		if text == "" {
			values[i] = math.NaN()
		} else if values[i], ok = numeral.CSV.Parse(text); !ok {
			return Epoch{}, fmt.Errorf("%s %q is not a number", metricsHeader[i+1], text)
		}
	}
	e := Epoch{epoch, values[0], values[1], values[2], row[4], nil}
	for i, text := range row[len(metricsHeader):] {
		name := header[len(metricsHeader)+i]
		value, ok := numeral.CSV.Parse(text)
		if !ok && text != "" {
			return Epoch{}, fmt.Errorf("%s %q is not a number", name, text)
		}
		if text != "" {
			name, of, _ := strings.Cut(name, " of ")
			e.Constants = append(e.Constants, FoundConstant{Name: name, Of: of, Value: value})
		}
	}
	return e, nil
}
