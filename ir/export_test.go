package ir

import "slices"

// OptimizeWithout is OptimizeForKernels without one of its passes.
func OptimizeWithout(m *Module, name string) (*Module, error) {
	without := slices.Clone(kernelPasses)
	without = slices.DeleteFunc(without, func(p Pass) bool { return p.Name == name })
	if len(without) == len(kernelPasses) {
		panic("there is no pass " + name)
	}
	return run(without, m)
}
