//go:build !amd64

package kernels

// assembly lists the levels in assembly.
func assembly() []*level { return nil }

// onTiles is for processors with AMX.
func (p *product) onTiles() bool { return false }
