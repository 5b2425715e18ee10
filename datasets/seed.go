package datasets

import "fmt"

// Seed returns the seed that was given, or 1.
func Seed(given *uint64) uint64 {
	if given == nil {
		return 1
	}
	return *given
}

// Unseeded are the notes of a seed that was given and that nothing is drawn from: one, or
// none where no seed was given.
func Unseeded(given *uint64, why string) []string {
	if given == nil {
		return nil
	}
	return []string{fmt.Sprintf("the seed %d is not used: %s", *given, why)}
}
