package reproduce

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/atomicfile"
	"gmnc/internal/plainfile"
)

// cellFormat is the format of the files of finished cells. It changes when the meaning of their
// content changes.
const cellFormat = 1

// resultStore keeps finished cells, with one file for each.
type resultStore struct{ folder string }

func (s resultStore) path(c protocol.Cell) string {
	return filepath.Join(s.folder, protocol.Digest(c)+".json")
}

// get returns a cell's result, or nil if it is not finished. A file that is damaged or has
// another format counts as missing. The cell then only needs to be tested again if its training
// still exists.
func (s resultStore) get(c protocol.Cell) (*protocol.Result, error) {
	text, err := plainfile.Read(s.path(c))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read a finished cell: %w", err)
	}
	result := new(protocol.Result)
	if json.Unmarshal(text, result) != nil || result.Format != cellFormat || (result.Errors == nil) == (result.Overflow == "") {
		return nil, nil
	}
	return result, nil
}

func (s resultStore) put(r *protocol.Result) error {
	r.Format = cellFormat
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(s.path(r.Cell), append(text, '\n'))
}
