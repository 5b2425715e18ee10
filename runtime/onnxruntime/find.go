package onnxruntime

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"slices"
	"strings"

	"gmnc/internal/plainfile"
)

// variable is the environment variable that names the library's file or folder. It takes
// precedence over all other places.
const variable = "GMNC_ONNXRUNTIME"

// oldest is the first release with the version of the C API (29) for which the binding asks.
// Newer libraries serve older versions of the API, too.
var oldest = release{1, 29, 0}

// Library is a native onnxruntime library on this machine.
type Library struct {
	Path    string // absolute
	Version string // such as "1.30.0"; empty if neither file nor package has it
	Source  string // the place where it was found
}

// String returns the library as `gmnc doctor` shows it.
func (l Library) String() string {
	return fmt.Sprintf("%s in %s (%s)", cmp.Or(l.Version, "unknown version"), l.Path, l.Source)
}

// find looks for the native library: where GMNC_ONNXRUNTIME points, in the user's cache, the
// system's library path, the active Python environment, and the packages of Python and node. If
// GMNC_ONNXRUNTIME is set and wrong, that is an error, and nothing else is tried. Libraries
// that are known to be too old, or that another user may have written, are skipped. Those in
// the working folder and above it are never taken. The error lists where find looked, what it
// skipped and how to get the library.
func find() (Library, error) {
	if named := os.Getenv(variable); named != "" {
		return fromVariable(named)
	}
	library, err := search(candidates())
	if err == nil && slices.Contains(asked, library.Source) {
		remember(library)
	}
	return library, err
}

// search returns the first usable library of the candidates, in their order.
func search(candidates []candidate) (Library, error) {
	var looked, passed []string
	for _, place := range candidates {
		for _, folder := range place.folders() {
			library, err := inFolder(folder, place.name)
			if err == nil {
				return library, nil
			}
			if refused, ok := errors.AsType[*refusedError](err); ok {
				passed = append(passed, refused.Error())
			}
		}
		looked = append(looked, place.name)
	}
	return Library{}, notFound(looked, append(passed, untrusted()...))
}

// untrusted returns the names of libraries in or above the working folder.
func untrusted() (passed []string) {
	near := nearby()
	for _, folder := range near.folders() {
		if library, err := inFolder(folder, near.name); err == nil {
			passed = append(passed, fmt.Sprintf("%s is in the working folder or above it, which anybody may have filled: set %s to it if it is yours",
				library.Path, variable))
		}
	}
	return passed
}

func notFound(looked, passed []string) error {
	passedOver := ""
	if len(passed) > 0 {
		passedOver = " (passed over: " + strings.Join(passed, "; ") + ")"
	}
	return fmt.Errorf("no onnxruntime library %s or newer found in: %s%s. "+
		"Run `pip install onnxruntime` or `npm install onnxruntime-node`, or set %s to the library's file or folder",
		oldest, strings.Join(looked, "; "), passedOver, variable)
}

// fromVariable takes the library from the file or folder that the user named.
func fromVariable(named string) (Library, error) {
	path, err := filepath.Abs(named)
	if err != nil {
		return Library{}, fmt.Errorf("%s=%s: %w", variable, named, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return Library{}, fmt.Errorf("%s=%s is no file or folder: correct it, or unset it to search the usual places",
			variable, named)
	}
	var library Library
	if info.IsDir() {
		library, err = inFolder(path, variable)
	} else {
		library, err = usable(path, variable)
	}
	if err != nil {
		return Library{}, fmt.Errorf("%s=%s: %w", variable, named, err)
	}
	return library, nil
}

// inFolder returns the newest library in a folder.
func inFolder(folder, source string) (Library, error) {
	paths := slices.DeleteFunc(glob(folder, libraryPattern()), func(path string) bool {
		return strings.Contains(filepath.Base(path), "_providers")
	})
	if len(paths) == 0 {
		return Library{}, fmt.Errorf("no %s in %s", libraryPattern(), folder)
	}
	newest := slices.MaxFunc(paths, func(a, b string) int {
		return slices.Compare(parseRelease(versionOf(a)), parseRelease(versionOf(b)))
	})
	return usable(newest, source)
}

func libraryPattern() string {
	switch goruntime.GOOS {
	case "windows":
		return "onnxruntime.dll"
	case "darwin":
		return "libonnxruntime*.dylib"
	default:
		return "libonnxruntime.so*"
	}
}

// refusedError reports a library that cannot serve the binding, or that must not be trusted.
type refusedError struct{ path, reason string }

func (e *refusedError) Error() string { return e.path + " " + e.reason }

// usable describes the library at path, or returns an error if it cannot be used. A library
// without a version passes, since loading it will show whether it works. One that the user
// named is trusted.
func usable(path, source string) (Library, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Library{}, err
	}
	library := Library{Path: path, Version: versionOf(path), Source: source}
	if library.Version != "" && slices.Compare(parseRelease(library.Version), oldest) < 0 {
		return Library{}, &refusedError{path, fmt.Sprintf("is version %s, %s or newer is needed", library.Version, oldest)}
	}
	if source != variable {
		if err := trusted(path); err != nil {
			return Library{}, &refusedError{path, fmt.Sprintf("is not trusted (%v): set %s to it if it is yours", err, variable)}
		}
	}
	return library, nil
}

var versionInName = regexp.MustCompile(`\d+\.\d+\.\d+`)

// versionOf reads a library's version from its name, links resolved, or from
// the node package around it (node_modules/onnxruntime-node/bin/napi-v6/os/arch).
func versionOf(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if version := versionInName.FindString(filepath.Base(path)); version != "" {
		return version
	}
	var about struct{ Name, Version string }
	text, err := plainfile.Read(filepath.Join(filepath.Dir(path), "..", "..", "..", "..", "package.json"))
	if err != nil || json.Unmarshal(text, &about) != nil || about.Name != "onnxruntime-node" {
		return ""
	}
	return versionInName.FindString(about.Version)
}

// release is a version as numbers: major, minor, patch.
type release []int

func (r release) String() string { return fmt.Sprintf("%d.%d", r[0], r[1]) }

// parseRelease returns nil, which is older than any release, for an unknown
// version.
func parseRelease(version string) release {
	r := make(release, 3)
	if _, err := fmt.Sscanf(version, "%d.%d.%d", &r[0], &r[1], &r[2]); err != nil {
		return nil
	}
	return r
}
