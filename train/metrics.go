package train

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/atomicfile"
)

// Epoch is one row of a run's metrics.csv.
type Epoch struct {
	Epoch int     // from 1
	Train float64 // mean loss over the epoch's steps, position units squared
	Valid float64 // mean squared error of the validation split; NaN if not taken
	Time  float64 // seconds of training up to here
	Note  string  // what ended the run, if anything did
}

var metricsHeader = []string{"epoch", "train_loss", "valid_mse", "seconds", "note"}

const metricsName = "metrics.csv"

// writeMetrics replaces the run's metrics.csv.
func writeMetrics(folder string, epochs []Epoch) error {
	return atomicfile.Write(filepath.Join(folder, metricsName), func(w io.Writer) error {
		table := csv.NewWriter(w)
		table.Write(metricsHeader)
		for _, e := range epochs {
			table.Write([]string{strconv.Itoa(e.Epoch), number(e.Train), number(e.Valid),
				strconv.FormatFloat(e.Time, 'f', 3, 64), e.Note})
		}
		table.Flush()
		return table.Error()
	})
}

// number writes a float so that reading it back gives the same bits; what
// was not measured stays blank.
func number(value float64) string {
	if math.IsNaN(value) {
		return ""
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}

// ReadMetrics reads a run's metrics.csv.
func ReadMetrics(folder string) ([]Epoch, error) {
	path := filepath.Join(folder, metricsName)
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the run's metrics: %w", err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var epochs []Epoch
	if len(rows) == 0 || !slices.Equal(rows[0], metricsHeader) {
		return nil, fmt.Errorf("%s is no run's metrics: its first line is not %s", path, strings.Join(metricsHeader, ","))
	}
	for i, row := range rows[1:] {
		epoch, err := parseEpoch(row)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, i+2, err)
		}
		epochs = append(epochs, epoch)
	}
	return epochs, nil
}

// parseEpoch reads a row of as many columns as the header has.
func parseEpoch(row []string) (Epoch, error) {
	epoch, err := strconv.Atoi(row[0])
	if err != nil {
		return Epoch{}, fmt.Errorf("epoch %q is not a whole number", row[0])
	}
	var values [3]float64
	for i, text := range row[1:4] {
		if text == "" {
			values[i] = math.NaN()
		} else if values[i], err = strconv.ParseFloat(text, 64); err != nil {
			return Epoch{}, fmt.Errorf("%s %q is not a number", metricsHeader[i+1], text)
		}
	}
	return Epoch{epoch, values[0], values[1], values[2], row[4]}, nil
}
