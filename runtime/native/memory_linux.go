package native

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is how many floats a huge page of 2 MB holds.
const hugePage = 2 << 20 / 4

// newFloats are zeros, of which as many as can be lie in huge pages: so runs of a
// program, which pass through some 20 MB, look up a page's place less often.
// They begin on a huge page, and the last ones, which fill none, lie in small
// pages.
func newFloats(count int) []float32 {
	if count < hugePage {
		return make([]float32, count)
	}
	memory := make([]float32, count+hugePage)
	past := int(uintptr(unsafe.Pointer(&memory[0])) / 4 % hugePage)
	floats := memory[(hugePage-past)%hugePage:][:count:count]
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&floats[0])), count/hugePage*hugePage*4)
	// It is advice: a system that refuses it gives small pages.
	_ = unix.Madvise(bytes, unix.MADV_HUGEPAGE)
	return floats
}
