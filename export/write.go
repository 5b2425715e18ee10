package export

import (
	"fmt"

	"gmnc/internal/atomicfile"
)

// Write writes a model to a file after it has passed Check and verify: the
// caller's comparison of what the model computes, in the runtimes at hand,
// with what it must. After an error there is no new file, and the one that
// stood there is as it was.
func Write(path string, model []byte, verify func(model []byte) error) error {
	if err := Check(model); err != nil {
		return fmt.Errorf("%s was not written: the model's structure is wrong: %w", path, err)
	}
	if err := verify(model); err != nil {
		return fmt.Errorf("%s was not written: the model failed its verification: %w", path, err)
	}
	return atomicfile.WriteBytes(path, model)
}
