package onnxgo

import (
	"errors"
	"math"
)

// meter limits what decoding may allocate: a few bytes of a file can become a record of
// hundreds of bytes in memory.
type meter struct{ left int }

// newMeter allows 32 bytes for each byte of a file in which functions replace their calls, and
// another 12 MB. Together with the rewritten model that stays below 36 bytes each and 16 MB. A
// file of many steps without networks takes 24 bytes each.
func newMeter(size int) *meter { return &meter{left: 32*size + 12<<20} }

func (m *meter) spend(n, bytesEach int) error {
	if n > math.MaxInt/bytesEach || n*bytesEach > m.left {
		return errors.New("the file would take far more memory than its size: too many tiny records (store integer tensors as raw_data)")
	}
	m.left -= n * bytesEach
	return nil
}
