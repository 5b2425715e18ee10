//go:build !amd64

package kernels

// assembly returns no levels, since there is no assembly for this processor.
func assembly() []*level { return nil }
