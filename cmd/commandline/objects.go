package commandline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// objects writes results as JSON, one object in each line. The key "report" names the kind of
// the object (docs/command-line.md lists all). Each line of text that has no object of its own
// becomes an object of the kind "text".
type objects struct {
	to   io.Writer
	rest []byte // of a line of text that has not ended
}

// Write implements io.Writer for text.
func (o *objects) Write(text []byte) (int, error) {
	o.rest = append(o.rest, text...)
	for {
		end := bytes.IndexByte(o.rest, '\n')
		if end < 0 {
			return len(text), nil
		}
		if line := bytes.TrimSpace(o.rest[:end]); len(line) > 0 {
			o.write("text", struct {
				Text string `json:"text"`
			}{string(line)})
		}
		o.rest = o.rest[end+1:]
	}
}

// write writes an object of a kind with the fields of a struct.
func (o *objects) write(kind string, fields any) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(fields); err != nil {
		panic(fmt.Sprintf("a report of the kind %q is no JSON: %v", kind, err)) // a struct of ours that holds NaN outside of number
	}
	inside := bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(text.Bytes()), []byte("{")), []byte("}"))
	if len(inside) > 0 {
		inside = append([]byte(","), inside...)
	}
	fmt.Fprintf(o.to, "{\"report\":%q%s}\n", kind, inside)
}

// number is a float that is null in JSON if it is not finite or was not measured.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	if value := float64(n); math.IsNaN(value) || math.IsInf(value, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}
