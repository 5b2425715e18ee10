package bench

import (
	"encoding/json"
	"io"

	"gmnc/internal/atomicfile"
)

// WriteJSON writes the report to a file. All times are in seconds, and rates in operations per
// second.
func (r *Report) WriteJSON(path string) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(r)
	})
}
