// Package fileformat recognizes files by their first bytes. A reader that was given another
// program's file can therefore say what the file is and how to read it.
package fileformat

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gmnc/internal/plainfile"
)

// Format is a format of files.
type Format struct {
	name string
	is   func(start []byte) bool
	// read says how to read the content of the file, which Wanted.Conversion then turns into the wanted
	// format.
	read string
	// do says what to do instead, for formats that cannot be read.
	do string
}

// Wanted is the format that a reader accepts.
type Wanted struct {
	Name       string // the name of the format in the table
	Conversion string // how to turn the content of another file into this format
}

// These are the formats that readers accept.
var (
	NPZ         = Wanted{"an .npz file", "save its arrays with numpy.savez"}
	XYZ         = Wanted{"an XYZ file", `write it with ase.io.write("trajectory.xyz", frames), or its z and R with numpy.savez`}
	MCAP        = Wanted{"an MCAP file", "write it as sensor_msgs/msg/JointState with the package rosbags"}
	CSV         = Wanted{"a CSV file", "save its columns with pandas.DataFrame(columns).to_csv"}
	BVH         = Wanted{"a BVH file", "export it as BVH"}
	ASF         = Wanted{"an ASF file", "export it as ASF and AMC"}
	AMC         = Wanted{"an AMC file", "export it as ASF and AMC"}
	URDF        = Wanted{"a URDF file", "write its links and joints as URDF"}
	PyTorch     = Wanted{"a file of torch.save", "save the state dict with torch.save"}
	Safetensors = Wanted{"a safetensors file", "save the state dict with safetensors.torch.save_file"}
)

// beginning is the number of bytes of a file that are examined. The mark of a tar archive ends
// at byte 262. The comments of XYZ files and of XML, and the lines before the atoms of VASP,
// are longer.
const beginning = 4096

// Of returns the format of a file with these first bytes; ok is false if no format is known.
func Of(start []byte) (format Format, ok bool) {
	for _, format := range formats {
		if format.is(start) {
			return format, true
		}
	}
	return Format{}, false
}

// Explain says what a file is that a reader refused, if it has a format other than the wanted
// one. Otherwise it returns the reader's error, which may be nil.
func Explain(path string, err error, wanted Wanted) error {
	if err == nil {
		return nil
	}
	if other := explain(path, wanted); other != nil {
		return other
	}
	return err
}

// Is reports whether a file begins as the wanted format does, whatever its extension.
func Is(path string, wanted Wanted) bool {
	file, err := plainfile.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	start := make([]byte, beginning)
	n, err := file.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	format, ok := Of(start[:n])
	return ok && format.name == wanted.Name
}

func explain(path string, wanted Wanted) error {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.IsDir() {
		return ofFolder(path, wanted)
	}
	return Refusal(path, file, wanted)
}

// Refusal returns an error for a file of a format other than the wanted one. It returns nil for
// a file of the wanted format or of an unknown one.
func Refusal(path string, file io.ReaderAt, wanted Wanted) error {
	start := make([]byte, beginning)
	n, err := file.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	format, ok := Of(start[:n])
	if !ok || format.name == wanted.Name {
		return nil
	}
	return format.refusal(path, wanted)
}

func (f Format) refusal(path string, wanted Wanted) error {
	if f.do != "" {
		return fmt.Errorf("%s is %s, expected %s: %s", path, f.name, wanted.Name, f.do)
	}
	return fmt.Errorf("%s is %s, expected %s: %s, and %s", path, f.name, wanted.Name, f.read, wanted.Conversion)
}

// ofFolder returns the error for a folder that rosbag2 wrote.
func ofFolder(path string, wanted Wanted) error {
	if _, err := os.Stat(filepath.Join(path, "metadata.yaml")); err != nil {
		return nil
	}
	entries, _ := os.ReadDir(path)
	for _, entry := range entries {
		switch strings.ToLower(filepath.Ext(entry.Name())) {
		case ".mcap":
			return Format{name: "a bag of ROS 2", read: "gmnc identify reads the joints in its file " + entry.Name() + ", or " + bags}.refusal(path, wanted)
		case ".db3":
			return Format{name: "a bag of ROS 2", read: sqlite}.refusal(path, wanted)
		}
	}
	return nil
}
