// Package fileformat recognises files by how they begin, so that a reader that was given
// another program's file says what it is and how to read it.
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
	// read says how people read what is in it, which then becomes what is wanted.
	read string
	// do says what to do instead, for formats that are nothing to read.
	do string
}

// Wanted is the format that a reader takes.
type Wanted struct {
	Name string // of the format, as the table has it
	Way  string // how what was read from another file becomes one
}

// The formats that readers take.
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

// beginning is how many bytes of a file are looked at. The mark of a tar archive ends at 262;
// the comments of XYZ files and of XML, and the lines before the atoms of VASP, are longer.
const beginning = 4096

// Of is the format of a file that begins so; ok is false where none is known.
func Of(start []byte) (format Format, ok bool) {
	for _, format := range formats {
		if format.is(start) {
			return format, true
		}
	}
	return Format{}, false
}

// Explain says what a file is that a reader refused, where it is of another format than the
// one wanted. It returns the reader's error for all others, and nil for none.
func Explain(path string, err error, wanted Wanted) error {
	if err == nil {
		return nil
	}
	if other := explain(path, wanted); other != nil {
		return other
	}
	return err
}

// Is reports whether a file begins as the wanted format does, whatever its name ends in.
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

// Refusal is the error for a file of another format than the one wanted. It is nil for files
// of the wanted one and of none that is known.
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
	return fmt.Errorf("%s is %s, expected %s: %s, and %s", path, f.name, wanted.Name, f.read, wanted.Way)
}

// ofFolder is the error for a folder that rosbag2 wrote.
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
