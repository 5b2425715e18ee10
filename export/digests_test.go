package export_test

import (
	"flag"
	"testing"

	"gmnc/internal/test/exported"
)

var update = flag.Bool("update", false, "renew testdata/files.txt")

// TestDigests: files of models of every kind are those that testdata/files.txt knows.
func TestDigests(t *testing.T) {
	if *update {
		exported.RenewDigests(t)
	}
	exported.CompareDigests(t, "")
}
