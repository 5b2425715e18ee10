package fileformat

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// These are the instructions that several formats share.
const (
	bags     = "read it with the package rosbags, as docs/data.md#files-of-other-programs shows"
	sqlite   = "make an MCAP file of it with ros2 bag convert, which gmnc identify reads, or " + bags
	analysis = `read it with MDAnalysis.Universe(topology, trajectory), which takes the elements from a topology such as .pdb or .psf`
)

// formats lists the formats in the order in which they are tried: first those that are
// recognized by their first bytes, then texts, by their first lines.
var formats = []Format{
	// These are data of any kind.
	{name: "an empty file", is: func(start []byte) bool { return len(start) == 0 }, do: "copy or make it again"},
	{name: "a single .npy array", is: begins("\x93NUMPY"), read: "read it with numpy.load"},
	{name: "a file of torch.save", is: isTorch, read: `read it with torch.load(path, weights_only=True)`},
	{name: "an Excel workbook", is: zipOf(func(first string) bool { return first == "[Content_Types].xml" || strings.HasPrefix(first, "xl/") }), read: "read it with pandas.read_excel"},
	{name: "an .npz file", is: zipOf(func(first string) bool { return strings.HasSuffix(first, ".npy") }), read: "read it with numpy.load"},
	{name: "a zip archive", is: begins("PK\x03\x04"), do: "unpack it"},
	{name: "a pickle of Python", is: isPickle, read: "read it with pickle.load if you trust who made it, as reading runs what is in it"},
	{name: "a MATLAB file", is: begins("MATLAB 5.0 MAT-file"), read: "read it with scipy.io.loadmat"},
	{name: "a MATLAB file of version 7.3", is: begins("MATLAB 7.3 MAT-file"), read: "read it with h5py.File, whose axes are in the opposite order"},
	{name: "an HDF5 file", is: begins("\x89HDF\r\n\x1a\n"), read: "read it with h5py.File"},
	{name: "a Parquet file", is: begins("PAR1"), read: "read it with pandas.read_parquet"},
	{name: "an Arrow file", is: begins("ARROW1"), read: "read it with pandas.read_feather"},
	{name: "a safetensors file", is: isSafetensors, read: "read it with safetensors.numpy.load_file"},
	{name: "packed by gzip", is: begins("\x1f\x8b"), do: "unpack it with gunzip"},
	{name: "packed by bzip2", is: begins("BZh"), do: "unpack it with bunzip2"},
	{name: "packed by xz", is: begins("\xfd7zXZ\x00"), do: "unpack it with unxz"},
	{name: "packed by zstd", is: begins("\x28\xb5\x2f\xfd"), do: "unpack it with unzstd"},
	{name: "a tar archive", is: at(257, "ustar"), do: "unpack it with tar -xf"},
	{name: "a pointer of Git LFS", is: begins("version https://git-lfs"), do: "get the file itself with git lfs pull"},
	{name: "a page of the web", is: beginsWithTag("!doctype html", "html"), do: "download the file itself"},
	// These are recordings and descriptions of robots.
	{name: "an MCAP file", is: begins("\x89MCAP0\r\n"), read: "gmnc identify reads the joints in it, or " + bags},
	{name: "a bag of ROS 1", is: begins("#ROSBAG V"), read: bags},
	{name: "a bag of ROS 2 in SQLite", is: begins("SQLite format 3\x00"), read: sqlite},
	{name: "a MuJoCo model", is: beginsWithTag("mujoco"), read: "load it with mujoco.MjModel.from_xml_path"},
	{name: "an SDF file", is: beginsWithTag("sdf"), read: "read its links and joints"},
	{name: "a URDF file", is: beginsWithTag("robot"), do: "gmnc prepare urdf or simulate --robot reads it"},
	// These are molecules.
	{name: "a DCD file", is: isDCD, read: analysis},
	{name: "an XTC file", is: either(begins("\x00\x00\x07\xcb"), begins("\x00\x00\x07\xe7")), read: analysis},
	{name: "a TRR file", is: begins("\x00\x00\x07\xc9"), read: analysis},
	{name: "a NetCDF file", is: either(begins("CDF\x01"), begins("CDF\x02"), begins("CDF\x05")), read: "read it with scipy.io.netcdf_file, or trajectories of Amber with MDAnalysis.Universe(topology, trajectory)"},
	{name: "a trajectory of ASE", is: begins("- of UlmASE-Trajectory"), read: `read it with frames = ase.io.read(path, ":")`},
	{name: "a LAMMPS dump", is: begins("ITEM: "), read: `read it with frames = ase.io.read(path, ":", format="lammps-dump-text"), or have LAMMPS write "dump 1 all xyz"`},
	{name: "an XDATCAR file of VASP", is: isCellThen(regexp.MustCompile(`(?m)^\s*(Direct|Cartesian) configuration\s*=`)), read: `read it with frames = ase.io.read(path, ":", format="vasp-xdatcar")`},
	{name: "a POSCAR or CONTCAR file of VASP", is: isCellThen(regexp.MustCompile(`(?mi)^\s*(selective|direct|cartesian)`)), read: `read it with ase.io.read(path, format="vasp"), one structure and no motion`},
	{name: "a PDB file", is: matches(`(?m)\A(HEADER|TITLE |REMARK|CRYST1|MODEL |COMPND|ATOM  |HETATM)[^\n]*\n`), read: `read it with frames = ase.io.read(path, ":")`},
	// This is motion capture.
	{name: "a BVH file", is: matches(`(?i)\A\s*HIERARCHY\b`), do: "gmnc prepare mocap FOLDER reads it"},
	{name: "an FBX file", is: either(begins("Kaydara FBX Binary"), begins("; FBX")), read: "open it in Blender"},
	{name: "a C3D file", is: isC3D, read: `read its markers with positions = ezc3d.c3d(path)["data"]["points"][:3].transpose(2, 1, 0), which are [frames, markers, 3]`},
	{name: "a TRC file of markers", is: begins("PathFileType"), read: `read it with a = numpy.genfromtxt(path, delimiter="\t", skip_header=5)[:, 2:], whose positions are a[:, :a.shape[1] // 3 * 3].reshape(len(a), -1, 3)`},
	{name: "an ASF file", is: matches(`(?m)\A(\s*#[^\n]*\n)*\s*:version\b`), do: "gmnc prepare mocap FOLDER reads it"},
	{name: "an AMC file", is: matches(`(?mi)\A(\s*#[^\n]*\n)*\s*:(fully-specified|degrees|radians)\b`), do: "gmnc prepare mocap FOLDER reads it"},
	// These are texts whose content is hard to recognize.
	{name: "an XYZ file", is: matches(`\A\s*\d+[ \t]*\r?\n[^\n]*\n\s*[A-Za-z0-9]+([ \t]+[-+.\dEeDd]+){3}`), do: "gmnc prepare md17 reads it, with the extension .xyz"},
	{name: "a JSON file", is: isText(matches(`\A\s*[{\[]\s*["\d{\[-]`)), read: "read it with json.load"},
	{name: "a CSV file", is: isText(matches(`\A[^\n]*[\w"][ \t]*[,;\t][^\n]*\n([^\n]*[,;\t])?[ \t]*[-+.\d]`)), read: `read it with a = numpy.genfromtxt(path, delimiter=",", skip_header=1); after a column of times, positions x, y, z are a[:, 1:].reshape(len(a), -1, 3)`},
}

// begins recognizes files that begin with a text, with or without a byte order mark.
func begins(text string) func([]byte) bool {
	return func(start []byte) bool {
		return bytes.HasPrefix(start, []byte(text)) || bytes.HasPrefix(start, []byte("\ufeff"+text))
	}
}

// at recognizes files that have a text at a position.
func at(index int, text string) func([]byte) bool {
	return func(start []byte) bool {
		return len(start) > index && bytes.HasPrefix(start[index:], []byte(text))
	}
}

func either(are ...func([]byte) bool) func([]byte) bool {
	return func(start []byte) bool {
		for _, is := range are {
			if is(start) {
				return true
			}
		}
		return false
	}
}

func matches(pattern string) func([]byte) bool {
	compiled := regexp.MustCompile(pattern)
	return func(start []byte) bool { return compiled.Match(bytes.TrimPrefix(start, []byte("\ufeff"))) }
}

// isText recognizes texts that also satisfy another condition.
func isText(is func([]byte) bool) func([]byte) bool {
	return func(start []byte) bool { return bytes.IndexByte(start, 0) < 0 && is(start) }
}

// beginsWithTag recognizes XML or HTML whose first element has one of the names.
func beginsWithTag(names ...string) func([]byte) bool {
	return matches(`(?i)\A(\s|<\?[^>]*\?>|<!--(?s:.*?)-->)*<(` + strings.Join(names, "|") + `)[\s>/]`)
}

// zipOf recognizes zip archives whose first file has such a name.
func zipOf(named func(first string) bool) func([]byte) bool {
	return func(start []byte) bool {
		const header = 30 // the number of bytes before the name; the last four are two lengths
		if len(start) < header || !bytes.HasPrefix(start, []byte("PK\x03\x04")) {
			return false
		}
		length := int(start[26]) | int(start[27])<<8
		return len(start) >= header+length && named(string(start[header:header+length]))
	}
}

// isTorch recognizes files of torch.save and of TorchScript. They are zip archives whose first
// file has one of their names, or, in older versions, begin with the pickle of a number.
var isTorch = either(
	zipOf(func(first string) bool {
		return slices.Contains([]string{"data.pkl", "constants.pkl", "version", "byteorder", ".format_version"}, path.Base(first))
	}),
	at(2, "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."),
)

// isPickle recognizes pickles of protocols 2 to 5.
func isPickle(start []byte) bool {
	return len(start) > 2 && start[0] == 0x80 && start[1] >= 2 && start[1] <= 5
}

// isSafetensors recognizes a length of eight bytes before a JSON object of names.
func isSafetensors(start []byte) bool {
	return len(start) > 9 && start[5] == 0 && start[6] == 0 && start[7] == 0 && start[8] == '{' && (start[9] == '"' || start[9] == '}')
}

// isDCD recognizes Fortran records of which the first has 84 bytes and begins with CORD or
// VELD. The record lengths have four or eight bytes, in either byte order.
func isDCD(start []byte) bool {
	for _, length := range []int{4, 8} {
		if len(start) < length+4 {
			continue
		}
		if word := string(start[length : length+4]); (word == "CORD" || word == "VELD") && (start[0] == 84 || start[length-1] == 84) {
			return true
		}
	}
	return false
}

// isC3D recognizes the number of the block of parameters, with which no text begins, and the
// format's mark.
func isC3D(start []byte) bool {
	return len(start) > 1 && start[0] >= 2 && start[0] < ' ' && start[1] == 0x50
}

// isCellThen recognizes files of VASP: a title, a scale, three vectors, elements or counts, and
// then a line that matches the pattern.
func isCellThen(then *regexp.Regexp) func([]byte) bool {
	return func(start []byte) bool {
		lines := strings.SplitN(string(start), "\n", 7)
		if len(lines) < 7 {
			return false
		}
		for i, line := range lines[1:5] {
			words := strings.Fields(line)
			if want := map[bool]int{true: 1, false: 3}[i == 0]; len(words) != want {
				return false
			}
			for _, word := range words {
				if _, err := strconv.ParseFloat(word, 64); err != nil {
					return false
				}
			}
		}
		return then.MatchString(lines[6])
	}
}
