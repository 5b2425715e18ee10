package gmnc_test

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const ours = "gmnc/"

// mayImport says, for a folder and those below it, which folders of ours it
// may import; a name ending in /... stands for the folders below too. Anybody
// may import internal/..., except for internal/test, and the folders below
// itself.
var mayImport = map[string][]string{
	"ir":             {},
	"onnx":           {},
	"builder":        {"ir", "system"},
	"export":         {"ir", "onnx/...", "system"},
	"export/emit":    {"ir", "onnx/..."},
	"export/outline": {"export/emit", "ir", "onnx/..."},
	"export/rolling": {"export/emit", "export/outline", "ir", "onnx/...", "system"},
	"export/systems": {"export/emit", "ir", "onnx/...", "system"},
	"export/forms":   {"export/emit", "export/systems", "ir", "onnx/...", "system"},
	"runtime":        {"ir", "onnx", "runtime"},
	engineTable:      {"ir", "runtime/..."},
	"system":         {},
	"sim":            {"system"},
	"datasets":       {"datasets/...", "sim/...", "system"},
	"sysid":          {"datasets", "datasets/checks", "datasets/npz", "datasets/rosbag", "datasets/urdf", "sysid/...", "system"},
	"predict":        {"builder", "builder/config", "builder/graph", "ir", "predict", "runtime", "system"},
	"run":            {"builder", "builder/config", "builder/graph", "datasets", "datasets/checks", "predict", "run", "runtime", "system"}, // predict: what is easily predicted of its data
	"train":          {"builder", "builder/config", "builder/graph", "datasets", "ir", "predict", "run/...", "runtime", "system", "train/..."},
	"artifact":       {"builder", "builder/config", "builder/graph", "builder/joints", "builder/mechanics", "datasets", "export", "export/rolling", "ir", "onnx", "predict/...", "run/...", "runtime", engineTable, "system"},
	"deploy":         {"artifact", "builder", "builder/config", "builder/graph", "datasets", "export", "export/outline", "export/rolling", "export/systems", "onnx", "predict/...", "run", "runtime", engineTable, "system"},
	"deploy/measure": {"artifact", "builder", "builder/config", "builder/graph", "builder/joints", "datasets", "export", "export/rolling", "export/systems", "ir", "onnx", "predict/...", "run", "runtime", engineTable, "system", "train"},
	"plot":           {"system"},
	"report":         {"artifact", "builder/config", "datasets", "datasets/checks", "datasets/nbody", "datasets/urdf", "deploy", "packages/npm", "plot", "predict/...", "report/...", "run", "runtime", "system"},
	"packages":       {},
	"bench":          {},
	"experiments":    allButCommands,
	// Within builder, graphs are written from configurations, and these name formulas of forces.
	"builder/formulas":  {"ir"},
	"builder/harmonics": {},
	"builder/config":    {"builder/formulas", "system"},
	"builder/graph":     {"builder/config", "ir", "system"},
	"builder/objects":   {"builder/config", "builder/graph", "ir", "system"},
	"builder/mechanics": {"builder/config", "builder/formulas", "builder/graph", "builder/objects", "ir", "system"},
	"builder/contact":   {"builder/config", "builder/graph", "ir", "system"},
	"builder/joints":    {"builder/config", "builder/graph", "ir", "system"},
	"builder/tensors":   {"builder/config", "builder/graph", "builder/harmonics", "ir", "system"},
	// Within train/shooting, fits see stretches of recordings, these see the states in which they
	// begin, and equations are matrices alone.
	"train/shooting":           {"builder/config", "system"},
	"train/shooting/states":    {"system"},
	"train/shooting/stretches": {"system", "train/shooting/states"},
	"train/shooting/noise":     {"train/shooting/stretches"},
	"train/shooting/normal":    {},
	// Within datasets/arrays, data sets are made of recordings and their structure, both are read
	// by keys, and motions are measured on recordings alone.
	"datasets/arrays":            {"datasets", "datasets/graph", "datasets/checks", "datasets/npz", "system"},
	"datasets/arrays/keys":       {"datasets", "datasets/npz"},
	"datasets/arrays/recordings": {"datasets/arrays/keys", "system"},
	"datasets/arrays/motion":     {"datasets/arrays/recordings", "datasets/checks", "system"},
	"datasets/arrays/structure":  {"datasets/arrays/keys", "datasets/graph", "datasets/npz", "system"},
	"datasets/arrays/splits":     {},
	// Robots' logs have one reader, which data sets of joints are made of, too.
	"datasets/robots": {"datasets/...", "sim/...", "sysid/jointlog", "system"},
	// The prior of a fit has the algebra of inertias by itself.
	"sysid/pseudoinertia": {"sysid/rigid"},
	// Within experiments/reproduce, what runs cells sees the pages, these see the tables,
	// and these the data sets that they are of.
	"experiments/reproduce/corpus":    {"datasets/...", "experiments/reproduce/namedlock", "sim/...", "system"},
	"experiments/reproduce/protocol":  {"builder", "builder/config", "experiments/reproduce/corpus", "predict", "run", "system", "train/preset", "train/regression"},
	"experiments/reproduce/pages":     {"datasets/md17", "experiments/bench", "experiments/reproduce/corpus", "experiments/reproduce/protocol", "plot", "report/pictures", "run"},
	"experiments/reproduce/namedlock": {},
	"scripts":                         {},
	copied:                            allButCommands,
	"cmd":                             append([]string{"cmd/...", "runtime/mpi"}, allButCommands...),
	"internal":                        {},
	testOnly:                          append([]string{"builder/...", "cmd/...", "export/..."}, allButCommands...), // graphs and files of each package of builder and export
}

// testOnly are packages for tests alone.
const testOnly = "internal/test"

// copied are programs that compile when they are copied to another module, which cannot import
// internal packages.
const copied = "examples"

// engineTable alone sees the packages of engines; all others read it.
const engineTable = "runtime/engines"

var allButCommands = []string{"artifact", "bench/peers", "builder", "builder/config", "builder/graph", "datasets/...", "deploy", "experiments/...", "export", "export/rolling", "export/systems", "ir",
	"onnx/...", "plot", "predict/...", "report/...", "run/...", "runtime", engineTable, "runtime/native/kernels", "sim/...", "sysid/...", "system", "train/..."}

// maySee says, for a library, the only folders that may import it. The
// longest row that an import starts with counts.
var maySee = map[string][]string{
	"gorgonia.org/gorgonia":           {"runtime/gorgonia"},
	"gorgonia.org/tensor":             {"runtime/gorgonia", "runtime/onnxgo"},
	"github.com/owulveryck/onnx-go":   {"runtime/onnxgo"},
	"github.com/yalue/onnxruntime_go": {"runtime/onnxruntime"},
	"google.golang.org/protobuf":      {"onnx/...", "export/...", "internal/test/exported", "run/logs"},
}

// exceptions are imports that the rules forbid and a reason allows.
var exceptions = map[string]string{
	"runtime/gorgonia gmnc/runtime/native": "-O1 takes its kernels there, -O2 its program, and both the solver",
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

// row is the row of mayImport that a folder belongs to: its own, or else the nearest above it.
func row(folder string) string {
	for mayImport[folder] == nil && strings.Contains(folder, "/") {
		folder = path.Dir(folder)
	}
	return folder
}

// forbidden reports whether the rules keep a folder from an import.
func forbidden(folder, path string) bool {
	if target, isOurs := strings.CutPrefix(path, ours); isOurs {
		if covers(testOnly+"/...", target) {
			return !covers(testOnly+"/...", folder)
		}
		always := []string{folder + "/..."}
		if !covers(copied+"/...", folder) {
			always = append(always, "internal/...")
		}
		return !coversAny(mayImport[row(folder)], target) && !coversAny(always, target)
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
		require.Contains(t, mayImport, row(folder), "the folder %s has no row in mayImport", folder)
		for _, file := range files {
			for _, imported := range imports(t, file) {
				exception := folder + " " + imported
				if exceptions[exception] != "" {
					used[exception] = true
				} else if forbidden(folder, imported) {
					t.Errorf("%s imports %s, which the import rules do not allow", file, imported)
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

func TestImportRulesForbid(t *testing.T) {
	for _, c := range []struct {
		folder, path string
		forbidden    bool
	}{
		{"ir", "gmnc/builder", true},
		{"ir", "gmnc/internal/atomicfile", false},
		{"ir", "gmnc/internal/test/allclose", true},
		{"internal/test/allclose", "gmnc/ir", false},
		{"internal/atomicfile", "gmnc/ir", true},
		{"builder", "gmnc/ir", false},
		{"builder", "gmnc/runtime", true},
		{"export", "gmnc/onnx/onnxpb", false},
		{"export", "gmnc/runtime/onnxruntime", true},
		{"runtime", "gmnc/runtime/native", false},
		{"runtime/native", "gmnc/runtime", false},
		{"runtime/native", "gmnc/runtime/native/kernels", false},
		{"runtime/native", "gmnc/runtime/native/lower", false},
		{"runtime/native/lower", "gmnc/runtime/native", true},
		{"runtime/native/lower", "gmnc/runtime/native/kernels", true},
		{"runtime/native", "gmnc/runtime/gorgonia", true},
		{"runtime/native", "gmnc/train", true},
		{"predict/verify", "gmnc/predict", false},
		{"predict", "gmnc/train", true},
		{"run", "gmnc/train", true},
		{"train", "gmnc/runtime/gorgonia", true},
		{"train", "gmnc/runtime/engines", true},
		{"deploy", "gmnc/runtime/engines", false},
		{"deploy", "gmnc/runtime/native", true},
		{"artifact", "gmnc/train", true},
		{"artifact", "gmnc/deploy", true},
		{"experiments", "gmnc/runtime/onnxgo", true},
		{"experiments/reproduce", "gmnc/experiments/reproduce/corpus", false},
		{"experiments/reproduce/corpus", "gmnc/experiments/reproduce", true},
		{"experiments/reproduce/corpus", "gmnc/builder", true},
		{"experiments/reproduce/protocol", "gmnc/experiments/reproduce/pages", true},
		{"experiments/reproduce/pages", "gmnc/experiments/reproduce", true},
		{"experiments/reproduce/pages", "gmnc/train", true},
		{"runtime/engines", "gmnc/runtime/onnxgo", false},
		{"runtime/engines", "gmnc/train", true},
		{"train", "gmnc/runtime/onnxruntime", true},
		{"train", "gmnc/export", true},
		{"plot", "gmnc/run", true},
		{"report", "gmnc/experiments/bench", true},
		{"cmd/gmnc", "gmnc/onnx/onnxpb", false},
		{"examples/go", "gmnc/artifact", false},
		{"examples/browser/simulator", "gmnc/internal/strictjson", true},
		{"train", "gorgonia.org/gorgonia", true},
		{"runtime/gorgonia", "gorgonia.org/gorgonia/blase", false},
		{"runtime/onnxgo", "gorgonia.org/gorgonia", true},
		{"onnx", "gmnc/ir", true},
		{"onnx", "gmnc/onnx/onnxpb", false},
		{"runtime/onnxgo", "gmnc/onnx", false},
		{"runtime/onnxruntime", "gmnc/onnx/onnxpb", true},
		{"onnx", "google.golang.org/protobuf/encoding/protowire", false},
		{"export", "google.golang.org/protobuf/proto", false},
		{"runtime/onnxgo", "google.golang.org/protobuf/encoding/protowire", true},
		{"runtime/onnxgo", "google.golang.org/protobuf/proto", true},
		{"runtime", "github.com/yalue/onnxruntime_go", true},
		{"ir", "fmt", false},
	} {
		require.Equal(t, c.forbidden, forbidden(c.folder, c.path), "%s imports %s", c.folder, c.path)
	}
}
