package onnxruntime

import (
	"fmt"
	"strings"

	"gmnc/runtime"
)

// shortages are what the library says where it gets no memory: by C++ on Linux and macOS, by C++ on
// Windows, and by its own arena.
var shortages = []string{"std::bad_alloc", "bad allocation", "Failed to allocate memory"}

// ofMemory is runtime.ErrMemory for an error of the library that says so; other errors pass.
func ofMemory(err error) error {
	for _, said := range shortages {
		if strings.Contains(err.Error(), said) {
			return fmt.Errorf("%w (onnxruntime says: %s)", runtime.ErrMemory, said)
		}
	}
	return err
}
