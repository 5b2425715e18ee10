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

// cellFormat is the format of the files of finished cells; it changes with the
// meaning of what is in them.
const cellFormat = 1

// resultStore keeps finished cells, one file each.
type resultStore struct{ folder string }

func (s resultStore) path(c protocol.Cell) string {
	return filepath.Join(s.folder, protocol.Digest(c)+".json")
}

// get returns a cell's result, nil if it is not finished. A file that is
// damaged, or of another format, counts as none: doing the cell again is a
// mere test where its training is still there.
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
