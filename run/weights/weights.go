// Package weights reads and writes named float32 tensors.
//
// Our own files are safetensors. Their reader and writer are our own code: the
// format is an eight-byte length, a JSON header and raw numbers, and no
// maintained Go module for it has a tagged version. Weights trained with
// PyTorch are read from safetensors too, or from state dicts as torch.save
// writes them.
//
// All readers take files from strangers: a broken or hostile file is an error,
// never a panic. A file costs no more memory than 16 times its size plus 16 MB,
// the pickle in a PyTorch file included.
package weights

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/internal/fileformat"
)

// Tensor is one named array.
type Tensor struct {
	// Name is the parameter's name, such as "layers.0.edge.weight".
	Name string
	// Shape lists the dimensions, outermost first. A scalar has none.
	Shape []int
	// Data holds the elements in row-major order.
	Data []float32
}

// File is the content of a weight file.
type File struct {
	// Tensors is sorted by name, and no name occurs twice.
	Tensors []Tensor
	// Metadata is free text by key, or nil if a file has none.
	Metadata map[string]string
}

// Load reads a weight file. Its extension gives the format: .safetensors, .pt and .pth for a
// PyTorch state dict, or .ckpt for a checkpoint of PyTorch Lightning, which contains one.
func Load(path string) (File, error) {
	switch extension := strings.ToLower(filepath.Ext(path)); extension {
	case ".safetensors":
		file, err := Read(path)
		return file, fileformat.Explain(path, err, fileformat.Safetensors)
	case ".pt", ".pth", ".ckpt":
		file, err := readTorch(path)
		return file, fileformat.Explain(path, err, fileformat.PyTorch)
	default:
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return File{}, fmt.Errorf("%s does not exist: expected a file of weights (.safetensors, .pt, .pth or .ckpt)", path)
		}
		return File{}, fmt.Errorf("cannot read %s: no weight format has the extension %q; known are .safetensors, .pt, .pth and .ckpt", path, extension)
	}
}

func sortByName(tensors []Tensor) {
	slices.SortFunc(tensors, func(a, b Tensor) int { return strings.Compare(a.Name, b.Name) })
}

// elementCount returns the product of shape, or an error if a dimension is
// negative or the product does not fit an int.
func elementCount(shape []int) (int, error) {
	count := 1
	for _, size := range shape {
		if size < 0 {
			return 0, fmt.Errorf("shape %v has a negative dimension", shape)
		}
		if size > 0 && count > math.MaxInt/size {
			return 0, fmt.Errorf("shape %v has more elements than memory can hold", shape)
		}
		count *= size
	}
	return count, nil
}
