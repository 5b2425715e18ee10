package native

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the number of floats in a huge page of 2 MB.
const hugePage = 2 << 20 / 4

// newFloats returns zeros, as many as possible of which are in huge pages, so that runs of a
// program, which pass through some 20 MB, miss the cache of page addresses less often. They
// begin at a huge page. The last ones, which fill none, are in small pages.
func newFloats(count int) []float32 {
	if count < hugePage {
		return make([]float32, count)
	}
	memory := make([]float32, count+hugePage)
	past := int(uintptr(unsafe.Pointer(&memory[0])) / 4 % hugePage)
	floats := memory[(hugePage-past)%hugePage:][:count:count]
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&floats[0])), count/hugePage*hugePage*4)
	// This is advice, and a system that ignores it uses small pages.
	_ = unix.Madvise(bytes, unix.MADV_HUGEPAGE)
	return floats
}
