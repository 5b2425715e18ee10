package onnxruntime

import (
	"fmt"
	"strings"

	"gmnc/runtime"
)

// shortages holds the messages of the library when it gets no memory: those of C++ on Linux and
// macOS, of C++ on Windows, and of its own arena.
var shortages = []string{"std::bad_alloc", "bad allocation", "Failed to allocate memory"}

// ofMemory returns runtime.ErrMemory for an error of the library about memory. It returns other
// errors as they are.
func ofMemory(err error) error {
	for _, said := range shortages {
		if strings.Contains(err.Error(), said) {
			return fmt.Errorf("%w (onnxruntime says: %s)", runtime.ErrMemory, said)
		}
	}
	return err
}
