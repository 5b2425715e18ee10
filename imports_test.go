package gmnc_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const ours = "gmnc/"

// mayImport says, for a folder and those below it, which folders of ours it
// may import; a name ending in /... stands for the folders below too.
// Anybody may import internal/..., and the folders below itself.
var mayImport = map[string][]string{
	"ir":          {},
	"builder":     {"ir"},
	"export":      {"ir"},
	"runtime":     {"ir", "runtime"},
	"sim":         {},
	"datasets":    {"datasets/..."},
	"train":       {"builder", "datasets", "ir", "runtime", "runtime/gorgonia", "train/..."},
	"deploy":      {"builder", "datasets", "export", "ir", "runtime/...", "train/..."},
	"plot":        allButCommands,
	"experiments": allButCommands,
	"cmd":         append([]string{"cmd/..."}, allButCommands...),
	"internal":    allButCommands,
}

var allButCommands = []string{"builder", "datasets/...", "deploy", "experiments/...", "export/...", "ir",
	"plot/...", "runtime/...", "sim", "train/..."}

// maySee says, for a library, the only folders that may import it. The
// longest row that an import starts with counts.
var maySee = map[string][]string{
	"gorgonia.org/gorgonia":                         {"runtime/gorgonia"},
	"gorgonia.org/tensor":                           {"runtime/gorgonia", "runtime/onnxgo"},
	"github.com/owulveryck/onnx-go":                 {"runtime/onnxgo"},
	"github.com/yalue/onnxruntime_go":               {"runtime/onnxruntime"},
	"google.golang.org/protobuf":                    {"export", "export/onnxpb"},
	"google.golang.org/protobuf/encoding/protowire": {"export", "export/onnxpb", "runtime/onnxgo"},
}

// exceptions are imports that the rules forbid and a reason allows.
var exceptions = map[string]string{
	"runtime/gorgonia gmnc/runtime/native":                 "-O2 runs its region there",
	"runtime/gorgonia gmnc/runtime/native/kernels":         "Adam is one",
	"runtime/onnxruntime gmnc/export/onnxpb":               "the binding does not tell the names of axes; the file does",
	"runtime/onnxruntime google.golang.org/protobuf/proto": "as above",
}

// covers reports whether a row's name, with or without /..., means the folder.
func covers(name, folder string) bool {
	top, below := strings.CutSuffix(name, "/...")
	return folder == top || below && strings.HasPrefix(folder, top+"/")
}

func coversAny(names []string, folder string) bool {
	for _, name := range names {
		if covers(name, folder) {
			return true
		}
	}
	return false
}

// forbidden reports whether the rules keep a folder from an import.
func forbidden(folder, path string) bool {
	if target, isOurs := strings.CutPrefix(path, ours); isOurs {
		top, _, _ := strings.Cut(folder, "/")
		return !coversAny(mayImport[top], target) && !coversAny([]string{"internal/...", folder + "/..."}, target)
	}
	longest := ""
	for library := range maySee {
		if covers(library+"/...", path) && len(library) > len(longest) {
			longest = library
		}
	}
	return longest != "" && !coversAny(maySee[longest], folder)
}

func TestImportRules(t *testing.T) {
	used := map[string]bool{}
	for folder, files := range sources(t) {
		top, _, _ := strings.Cut(folder, "/")
		require.Contains(t, mayImport, top, "the folder %s has no row in mayImport", folder)
		for _, file := range files {
			for _, path := range imports(t, file) {
				exception := folder + " " + path
				if exceptions[exception] != "" {
					used[exception] = true
				} else if forbidden(folder, path) {
					t.Errorf("%s imports %s, which the import rules do not allow", file, path)
				}
			}
		}
	}
	for exception := range exceptions {
		if !used[exception] {
			t.Errorf("the exception %q is not needed any more", exception)
		}
	}
}

// sources are the files that are no tests, by folder, of this module.
func sources(t *testing.T) map[string][]string {
	files := map[string][]string{}
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path == "." {
				return nil
			}
			_, noModule := os.Stat(filepath.Join(path, "go.mod"))
			if noModule == nil || entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			folder := filepath.ToSlash(filepath.Dir(path))
			files[folder] = append(files[folder], path)
		}
		return nil
	}))
	require.NotEmpty(t, files)
	return files
}

func imports(t *testing.T, file string) []string {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	require.NoError(t, err)
	var paths []string
	for _, spec := range parsed.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		paths = append(paths, path)
	}
	return paths
}

func TestImportRulesForbid(t *testing.T) {
	for _, c := range []struct {
		folder, path string
		forbidden    bool
	}{
		{"ir", "gmnc/builder", true},
		{"ir", "gmnc/internal/atomicfile", false},
		{"builder", "gmnc/ir", false},
		{"builder", "gmnc/runtime", true},
		{"export", "gmnc/export/onnxpb", false},
		{"export", "gmnc/runtime/onnxruntime", true},
		{"runtime", "gmnc/runtime/native", false},
		{"runtime/native", "gmnc/runtime", false},
		{"runtime/native", "gmnc/runtime/native/kernels", false},
		{"runtime/native", "gmnc/runtime/gorgonia", true},
		{"runtime/native", "gmnc/train", true},
		{"train/verify", "gmnc/train", false},
		{"train", "gmnc/runtime/gorgonia", false},
		{"train", "gmnc/runtime/onnxruntime", true},
		{"train", "gmnc/export", true},
		{"plot", "gmnc/cmd/gmnc", true},
		{"cmd/gmnc", "gmnc/export/onnxpb", false},
		{"train", "gorgonia.org/gorgonia", true},
		{"runtime/gorgonia", "gorgonia.org/gorgonia/blase", false},
		{"runtime/onnxgo", "gorgonia.org/gorgonia", true},
		{"runtime/onnxgo", "google.golang.org/protobuf/encoding/protowire", false},
		{"runtime/onnxgo", "google.golang.org/protobuf/proto", true},
		{"runtime", "github.com/yalue/onnxruntime_go", true},
		{"ir", "fmt", false},
	} {
		require.Equal(t, c.forbidden, forbidden(c.folder, c.path), "%s imports %s", c.folder, c.path)
	}
}
