package kernels

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// variable is the environment variable that forces a level.
const variable = "GMNC_CPU"

// names holds the values that the variable may have, the best level first.
var names = []string{"avx512", "avx2", "generic"}

// available holds the levels that this processor has, the best first.
var available = append(assembly(), generic)

// problem is the error about the value of the variable, or nil.
var problem error

func init() { active, problem = start(os.Getenv(variable)) }

// start returns the level for a value of the variable.
func start(forced string) (*level, error) {
	if forced == "" {
		return available[0], nil
	}
	found, err := find(forced)
	if err != nil {
		return available[0], fmt.Errorf("environment variable %s: %w", variable, err)
	}
	return found, nil
}

func find(name string) (*level, error) {
	for _, l := range available {
		if l.name == name {
			return l, nil
		}
	}
	have := strings.Join(Levels(), ", ")
	if slices.Contains(names, name) {
		return nil, fmt.Errorf("this processor does not have the level %q; it has %s", name, have)
	}
	return nil, fmt.Errorf("%q is not a level; the levels are %s", name, strings.Join(names, ", "))
}

// Level returns the name of the instructions in use: avx512, avx2 or generic. They are the best
// that the processor has, unless the environment variable GMNC_CPU names others.
func Level() string { return active.name }

// Check returns an error if GMNC_CPU names no level, or one that this processor lacks. Kernels
// then still work, at the best level.
func Check() error { return problem }

// Levels returns the names of the levels that this processor has, the best first.
func Levels() []string {
	var have []string
	for _, l := range available {
		have = append(have, l.name)
	}
	return have
}

// SetLevel changes the level, for tests and benchmarks. No kernel may be
// running. An unknown level or one that this processor lacks is an error.
func SetLevel(name string) error {
	found, err := find(name)
	if err == nil {
		active = found
	}
	return err
}
