package fileformat

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// zipped begins a zip archive whose first file has the name.
func zipped(first string) string {
	start := append([]byte("PK\x03\x04"), make([]byte, 26)...)
	binary.LittleEndian.PutUint16(start[26:], uint16(len(first)))
	return string(start) + first
}

const (
	cell    = "water\n1.0\n 9 0 0\n 0 9 0\n 0 0 9\n"
	torchV0 = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."
)

// TestOf has of each format the beginnings that show it, and of those that could be taken
// for it what they are.
func TestOf(t *testing.T) {
	seen := map[string]bool{}
	for start, want := range map[string]string{
		"":                                       "an empty file",
		"\x93NUMPY\x01":                          "a single .npy array",
		"\x93NUMP":                               "",
		zipped("archive/data.pkl"):               "a file of torch.save",
		zipped("model/version"):                  "a file of torch.save",
		torchV0:                                  "a file of torch.save",
		zipped("xl/workbook.xml"):                "an Excel workbook",
		zipped("[Content_Types].xml"):            "an Excel workbook",
		zipped("angle.npy"):                      "an .npz file",
		zipped("angle.npz"):                      "a zip archive",
		zipped("angle.npy")[:38]:                 "a zip archive", // the name is cut off
		"PK\x03\x04":                             "a zip archive",
		"\x80\x02}":                              "a pickle of Python",
		"\x80\x05\x95":                           "a pickle of Python",
		"\x80\x01}":                              "",
		"\x80\x06}":                              "",
		"\x80\x02":                               "",
		"MATLAB 5.0 MAT-file, Platform: GLNXA64": "a MATLAB file",
		"MATLAB 7.3 MAT-file, Platform: GLNXA64": "a MATLAB file of version 7.3",
		"\x89HDF\r\n\x1a\n":                      "an HDF5 file",
		"PAR1\x15":                               "a Parquet file",
		"ARROW1\x00\x00":                         "an Arrow file",
		"\x40\x00\x00\x00\x00\x00\x00\x00{\"a\"": "a safetensors file",
		"\x40\x00\x00\x00\x00\x00\x00\x00{}":     "a safetensors file",
		"\x40\x00\x00\x00\x00\x00\x00\x01{\"a\"": "",
		"\x40\x00\x00\x00\x00\x00\x00\x00{a":     "",
		"\x40\x00\x00\x00\x00\x00\x00\x00{":      "",
		"\x1f\x8b\x08":                           "packed by gzip",
		"BZh9":                                   "packed by bzip2",
		"\xfd7zXZ\x00":                           "packed by xz",
		"\x28\xb5\x2f\xfd":                       "packed by zstd",
		strings.Repeat("\x01", 257) + "ustar":    "a tar archive",
		strings.Repeat("\x01", 257) + "usta":     "",
		strings.Repeat("\x01", 257):              "",
		"version https://git-lfs.github.com/spec/v1\n": "a pointer of Git LFS",
		"<!DOCTYPE html>\n<html>":                      "a page of the web",
		"<html>":                                       "a page of the web",
		"<htmls>":                                      "",
		"\x89MCAP0\r\n":                                "an MCAP file",
		"#ROSBAG V2.0\n":                               "a bag of ROS 1",
		"SQLite format 3\x00":                          "a bag of ROS 2 in SQLite",
		"<mujoco model=\"arm\">":                       "a MuJoCo model",
		"<?xml version=\"1.0\"?>\n<!-- an arm\n<robot> -->\n<mujoco>": "a MuJoCo model",
		"<sdf version=\"1.9\">":             "an SDF file",
		"\ufeff<robot name=\"arm\">":        "a URDF file",
		"T\x00\x00\x00CORD":                 "a DCD file",
		"\x00\x00\x00TVELD":                 "a DCD file",
		"T\x00\x00\x00\x00\x00\x00\x00CORD": "a DCD file",
		"U\x00\x00\x00CORD":                 "",
		"T\x00\x00\x00WORD":                 "",
		"T\x00\x00\x00COR":                  "",
		"\x00\x00\x07\xcb":                  "an XTC file",
		"\x00\x00\x07\xe7":                  "an XTC file",
		"\x00\x00\x07\xc9":                  "a TRR file",
		"CDF\x01":                           "a NetCDF file",
		"CDF\x02":                           "a NetCDF file",
		"CDF\x05":                           "a NetCDF file",
		"CDF\x03":                           "",
		"ITEM: TIMESTEP\n0\n":               "a LAMMPS dump",
		"- of UlmASE-Trajectory  \x03":      "a trajectory of ASE",
		"- of UlmOther":                     "",
		"ITEM: UNITS\nreal\n":               "a LAMMPS dump",
		cell + "H O\n2 1\nDirect configuration=     1\n":      "an XDATCAR file of VASP",
		cell + "2 1\nDirect\n0 0 0\n":                         "a POSCAR or CONTCAR file of VASP",
		cell + "H O\n2 1\nSelective dynamics\nCartesian\n":    "a POSCAR or CONTCAR file of VASP",
		cell + "H O\n2 1\n0 0 0\n":                            "",
		cell:                                                  "",
		"water\n1.0\n9 0 0\n0 9 0\n0 9\nH O\n2 1\nDirect\n":   "",
		"water\n1.0\n9 0 0\n0 9 0\n0 9 x\nH O\n2 1\nDirect\n": "",
		"water\n1 2\n9 0 0\n0 9 0\n0 0 9\nH O\n2 1\nDirect\n": "",
		"HEADER    WATER\nATOM      1":                        "a PDB file",
		"CRYST1    9.000\n":                                   "a PDB file",
		"ATOM      1  O   HOH\n":                              "a PDB file",
		"ATOMS are here\n":                                    "",
		"HIERARCHY\nROOT Hips":                                "a BVH file",
		"\n hierarchy\n":                                      "a BVH file",
		"HIERARCHYS":                                          "",
		"Kaydara FBX Binary  \x00":                            "an FBX file",
		"; FBX 7.4.0 project file":                            "an FBX file",
		"\x02\x50":                                            "a C3D file",
		"\x02\x51":                                            "",
		"\x01\x50":                                            "",
		" P":                                                  "",
		"\x02":                                                "",
		"PathFileType\t4\t(X/Y/Z)":                            "a TRC file of markers",
		"# AST/ASF file\n:version 1.10":                       "an ASF file",
		"#!OML:ASF\n:FULLY-SPECIFIED\n:DEGREES\n1\n":          "an AMC file",
		":degrees\n1\n":                                       "an AMC file",
		"3\nwater\nO 0.0 0.0 0.0\n":                           "an XYZ file",
		" 3 \r\n\r\n8 -1.D-1 .5 1e3\n":                        "an XYZ file",
		"3\nwater\nO 0.0 0.0\n":                               "",
		"3 atoms\nwater\nO 0.0 0.0 0.0\n":                     "",
		"{\"angle\": [0.1]}":                                  "a JSON file",
		"[[0.1, 0.2]]":                                        "a JSON file",
		"[section]\nkey":                                      "",
		"time,q1\n0,0.1\n":                                    "a CSV file",
		"0.0;0.1\n0.1;0.2\n":                                  "a CSV file",
		"name\ttime\tq\narm\t0\t0.1\n":                        "a CSV file",
		"Dear reader, this\nis a letter.":                     "",
		"time,q1\n":                                           "",
		"time,q1\n0,\x00\n":                                   "",
		"one line":                                            "",
	} {
		format, ok := Of([]byte(start))
		require.Equal(t, want, format.name, "%.80q", start)
		require.Equal(t, want != "", ok, "%.80q", start)
		seen[format.name] = true
	}
	for _, format := range formats {
		require.True(t, seen[format.name], format.name)
		require.NotEqual(t, format.read == "", format.do == "", format.name)
	}
	for _, wanted := range []Wanted{NPZ, XYZ, CSV, MCAP, BVH, ASF, AMC, URDF, PyTorch, Safetensors} {
		require.True(t, seen[wanted.Name], wanted.Name)
	}
}

func TestExplain(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	refused := errors.New("line 1 is wrong")
	dump, robot := write("t.dump", "ITEM: TIMESTEP\n"), write("arm.urdf", "<robot/>")
	require.NoError(t, Explain(dump, nil, NPZ))
	require.EqualError(t, Explain(dump, refused, XYZ),
		dump+` is a LAMMPS dump, expected an XYZ file: read it with frames = ase.io.read(path, ":", format="lammps-dump-text"), or have LAMMPS write "dump 1 all xyz", and write it with ase.io.write("trajectory.xyz", frames), or its z and R with numpy.savez`)
	require.EqualError(t, Explain(robot, refused, BVH), robot+" is a URDF file, expected a BVH file: gmnc prepare urdf or simulate --robot reads it")
	require.EqualError(t, Explain(write("bag/0.mcap", ""), refused, NPZ), filepath.Join(folder, "bag/0.mcap")+" is an empty file, expected an .npz file: copy or make it again")

	// The reader's own words stand for its own files, unknown ones and those that are not there.
	require.Equal(t, refused, Explain(robot, refused, URDF))
	require.Equal(t, refused, Explain(write("letter.txt", "Dear reader,\n"), refused, URDF))
	require.Equal(t, refused, Explain(filepath.Join(folder, "absent"), refused, URDF))

	bag := filepath.Join(folder, "bag")
	require.Equal(t, refused, Explain(bag, refused, NPZ))
	write("bag/metadata.yaml", "rosbag2_bagfile_information:")
	require.ErrorContains(t, Explain(bag, refused, NPZ), bag+" is a bag of ROS 2, expected an .npz file: gmnc identify reads the joints in its file 0.mcap, or read it with the package rosbags")
	write("other/metadata.yaml", "")
	write("other/0.DB3", "")
	require.ErrorContains(t, Explain(filepath.Join(folder, "other"), refused, NPZ), "a bag of ROS 2, expected an .npz file: make an MCAP file of it with ros2 bag convert")
	write("third/metadata.yaml", "")
	require.Equal(t, refused, Explain(filepath.Join(folder, "third"), refused, NPZ))

	// A mark that ends where the last byte that is looked at does is seen.
	long := "<!--" + strings.Repeat(" ", 4096-len("<!----><sdf>")) + "--><sdf>"
	require.ErrorContains(t, Refusal("f", bytes.NewReader([]byte(long)), NPZ), "f is an SDF file, expected an .npz file")
	require.NoError(t, Refusal("f", bytes.NewReader([]byte(" "+long)), NPZ))
}

// TestIs: a file is what its beginning says, whatever its name; a folder and a missing file are nothing.
func TestIs(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "data.txt")
	for text, want := range map[string]bool{"<robot/>": true, "": false, "Dear reader": false, zipped("a.npy"): false} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.Equal(t, want, Is(path, URDF), text)
	}
	require.False(t, Is(folder, URDF))
	require.False(t, Is(filepath.Join(folder, "absent"), URDF))
}

// TestBeginnings: each byte that shows a format counts.
func TestBeginnings(t *testing.T) {
	of := func(is func([]byte) bool, all map[string]bool) {
		t.Helper()
		for start, want := range all {
			require.Equal(t, want, is([]byte(start)), "%q", start)
		}
	}
	of(isPickle, map[string]bool{"\x80\x02.": true, "\x80\x05.": true, "\x80\x01.": false, "\x80\x06.": false, "\x7f\x02.": false, "\x80\x02": false})
	of(isSafetensors, map[string]bool{
		"\x10\x00\x00\x00\x00\x00\x00\x00{\"": true, "\x10\x00\x00\x00\x00\x00\x00\x00{}": true, "\x10\x00\x00\x00\x00\x00\x00\x00{": false,
		"\x10\x00\x00\x00\x00\x01\x00\x00{\"": false, "\x10\x00\x00\x00\x00\x00\x01\x00{\"": false, "\x10\x00\x00\x00\x00\x00\x00\x01{\"": false,
		"\x10\x00\x00\x00\x00\x00\x00\x00[\"": false, "\x10\x00\x00\x00\x00\x00\x00\x00{x": false,
	})
	of(at(2, "ab"), map[string]bool{"xxab": true, "xxabc": true, "xx": false, "xxa": false, "xab": false})
	of(isText(begins("")), map[string]bool{"a": true, "": true, "\x00a": false, "a\x00": false})
	of(isC3D, map[string]bool{"\x02\x50": true, "\x1f\x50": true, "\x01\x50": false, " \x50": false, "\x02\x51": false, "\x02": false})
	long := strings.Repeat("a", 300)
	first := func(start string) (name string, asked bool) {
		zipOf(func(first string) bool { name, asked = first, true; return true })([]byte(start))
		return name, asked
	}
	for start, want := range map[string]string{zipped("abc"): "abc", zipped("abc") + "def": "abc", zipped(long): long, zipped(""): ""} {
		name, asked := first(start)
		require.True(t, asked)
		require.Equal(t, want, name)
	}
	for _, start := range []string{"", zipped("")[:29], zipped("abc")[:32], zipped(long)[:329], "PK\x03\x05" + zipped("abc")[4:]} {
		_, asked := first(start)
		require.False(t, asked, "%.40q", start)
	}
}

// TestIsOfFiles: a file that is not there or begins as none is of no format.
func TestIsOfFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a")
	require.False(t, Is(file, PyTorch))
	for content, want := range map[string]bool{"some text": false, torchV0: true, "": false} {
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		require.Equal(t, want, Is(file, PyTorch))
	}
	require.NoError(t, Explain(file, nil, PyTorch))
	broken := errors.New("broken")
	require.ErrorIs(t, Explain(filepath.Join(t.TempDir(), "none"), broken, PyTorch), broken)
}
