package datasets

import "fmt"

// Seed returns the seed that was given, or 1.
func Seed(given *uint64) uint64 {
	if given == nil {
		return 1
	}
	return *given
}

// Unseeded returns a note that the given seed is not used, and why. It returns nil if no seed
// was given.
func Unseeded(given *uint64, why string) []string {
	if given == nil {
		return nil
	}
	return []string{fmt.Sprintf("the seed %d is not used: %s", *given, why)}
}
