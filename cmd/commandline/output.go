package commandline

import (
	"fmt"
	"os"
	"reflect"

	"github.com/alecthomas/kong"

	"gmnc/plot"
)

// These are the paths of files to write. By their extensions other commands, such as inspect
// and predict, recognize them.
type (
	npzPath  string
	onnxPath string
	jsonPath string
	// picturePath is the path of a picture, and may be empty.
	picturePath string
)

// Validate returns an error for another extension, so that it counts as wrong use of the
// command.
func (p npzPath) Validate() error { return requireExtension(string(p), ".npz") }

// notDataSet refuses a path that is the data set itself.
func (p npzPath) notDataSet(data string) error {
	input, err := os.Stat(data)
	if err != nil {
		return nil // which reading reports
	}
	if output, err := os.Stat(string(p)); err == nil && os.SameFile(input, output) {
		return fmt.Errorf("--output %s is the data set itself, which would be replaced: name another file", p)
	}
	return nil
}

// Validate returns an error for another extension, so that it counts as wrong use of the
// command.
func (p onnxPath) Validate() error { return requireExtension(string(p), ".onnx") }

// Validate returns an error for another extension, so that it counts as wrong use of the
// command.
func (p jsonPath) Validate() error { return requireExtension(string(p), ".json") }

// Validate returns an error for an extension that is no format of pictures, so that it counts
// as wrong use of the command.
func (p picturePath) Validate() error {
	if p == "" {
		return nil
	}
	return plot.CheckFormat(string(p))
}

// fileExtensions holds the extensions of files that commands read and write. A folder with such
// a name would be taken for a file.
var fileExtensions = []string{".npz", ".onnx", ".json", ".html", ".csv", ".png", ".svg", ".gif", ".pt", ".safetensors"}

// folderName parses the value of a flag with the type folder: the name of a folder to make.
func folderName(parsed *kong.DecodeContext, target reflect.Value) error {
	var path string
	if err := parsed.Scan.PopValueInto("folder", &path); err != nil {
		return err
	}
	for _, extension := range fileExtensions {
		if hasExtension(path, extension) {
			return fmt.Errorf("%s must be a folder, but ends like a file: leave %s out", path, extension)
		}
	}
	target.SetString(path)
	return nil
}

func requireExtension(path, extension string) error {
	if path != "" && !hasExtension(path, extension) {
		return fmt.Errorf("%s does not end in %s, by which other commands know it", path, extension)
	}
	return nil
}
