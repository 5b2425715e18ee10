package onnxgo

import (
	"errors"
	"math"
)

// meter bounds what decoding may allocate: a few bytes of a file can stand
// for a record of hundreds in memory.
type meter struct{ left int }

// newMeter allows 32 bytes for each of a file with its functions in place of
// their calls, and 12 MB on top, which together with the rewritten model stays
// below 36 and 16 MB. A file of many steps without networks takes 24.
func newMeter(size int) *meter { return &meter{left: 32*size + 12<<20} }

func (m *meter) spend(n, bytesEach int) error {
	if n > math.MaxInt/bytesEach || n*bytesEach > m.left {
		return errors.New("the file would take far more memory than its size: too many tiny records (store integer tensors as raw_data)")
	}
	m.left -= n * bytesEach
	return nil
}
