package logs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"gmnc/run"
)

// lines is a log of JSON objects, with a line for each epoch.
type lines struct {
	file *os.File
	last int // the last epoch in the log
}

// line is the JSON object of an epoch.
type line struct {
	Epoch   int      `json:"epoch"`
	Train   *float64 `json:"train_loss"` // position units squared; null if not finite
	Valid   *float64 `json:"valid_mse"`  // position units squared; null if not taken
	Seconds float64  `json:"seconds"`    // time of training so far
}

func openLines(folder run.Folder) (Log, error) {
	path := filepath.Join(folder.String(), run.LinesName)
	file, content, err := openToAppend(path)
	if err != nil {
		return nil, err
	}
	whole := bytes.LastIndexByte(content, '\n') + 1 // a kill may have left half a line
	l := &lines{file: file}
	for text := range bytes.Lines(content[:whole]) {
		var one line
		if err := json.Unmarshal(text, &one); err != nil {
			file.Close()
			return nil, fmt.Errorf("%s is not the log of a run: %w (move it away)", path, err)
		}
		l.last = one.Epoch
	}
	return l, cutTo(file, int64(whole))
}

// Add implements Log.
func (l *lines) Add(rows []run.Epoch) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	for _, row := range rows {
		if row.Epoch <= l.last {
			continue
		}
		if err := encoder.Encode(line{row.Epoch, known(row.Train), known(row.Valid), row.Time}); err != nil {
			return err
		}
		l.last = row.Epoch
	}
	_, err := l.file.Write(text.Bytes())
	return err
}

// Close implements Log.
func (l *lines) Close() error { return l.file.Close() }

// known returns a pointer to a number, or nil if JSON cannot represent the number.
func known(value float64) *float64 {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return nil
	}
	return &value
}

// openToAppend opens a file, or creates it if it is absent, and reads its content.
func openToAppend(path string) (*os.File, []byte, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot write the log: %w", err)
	}
	content, err := io.ReadAll(file)
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("cannot read the log: %w", err)
	}
	return file, content, nil
}

// cutTo truncates a file to its complete records, and moves to its end to append.
func cutTo(file *os.File, size int64) error {
	if err := file.Truncate(size); err != nil {
		return err
	}
	_, err := file.Seek(size, io.SeekStart)
	return err
}
