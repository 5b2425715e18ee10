// Package strictjson reads JSON that our own programs wrote: anything
// unexpected in it is damage or another program's.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Unmarshal is that of encoding/json, but a field that into does not have is
// an error.
func Unmarshal(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("there is more after its end")
	}
	return nil
}
