//go:build !linux

package native

// newFloats returns zeros. Only on Linux may a program ask for huge pages.
func newFloats(count int) []float32 { return make([]float32, count) }
