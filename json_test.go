package gmnc_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readsJSON are the files that read JSON by encoding/json itself. All others take
// internal/strictjson, which refuses null, unknown keys and keys that come twice.
var readsJSON = map[string]string{
	"internal/strictjson/strictjson.go":       "it is the reader",
	"artifact/diff.go":                        "reads what it just wrote",
	"run/seal.go":                             "reads what it just wrote",
	"artifact/settings.go":                    "notes of other programs, which may have anything in them",
	"run/weights/scanner.go":                  "reads one text that its own scanner found",
	"run/logs/lines.go":                       "a log, in which null is an error that was not taken",
	"run/shared.go":                           "what ranks send each other",
	"runtime/mpi/job.go":                      "what ranks send each other",
	"system/example.go":                       "a part of what a strict reader reads as a whole",
	"system/ranges_joint.go":                  "a part, as well",
	"train/ranks.go":                          "what ranks send each other",
	"train/sweep/exchange.go":                 "what ranks send each other",
	"predict/shared.go":                       "what ranks send each other",
	"experiments/reproduce/shard.go":          "what ranks send each other",
	"experiments/reproduce/results.go":        "what is unexpected in a finished cell has it done again",
	"datasets/md17/comment.go":                "notes of other programs, which may have anything in them",
	"examples/go/main.go":                     "an example that other modules can copy, which internal packages would keep from compiling",
	"examples/go/request.go":                  "the same example",
	"examples/browser/simulator/elsewhere.go": "another example that other modules can copy",
	"experiments/bench/peer.go":               "answers of a process that goes on",
	"runtime/onnxruntime/find.go":             "package.json of another project",
}

func TestOneReaderOfJSON(t *testing.T) {
	found := map[string]bool{}
	for folder, files := range sources(t) {
		for _, file := range files {
			name := filepath.ToSlash(filepath.Join(folder, filepath.Base(file)))
			if !strings.HasSuffix(name, "_test.go") && callsJSON(t, file) {
				found[name] = true
				require.Contains(t, readsJSON, name, "%s reads JSON by encoding/json: take internal/strictjson", name)
			}
		}
	}
	for name := range readsJSON {
		require.True(t, found[name], "%s has a row in readsJSON and reads none", name)
	}
}

// callsJSON reports whether a file calls a reader of encoding/json.
func callsJSON(t *testing.T, path string) (calls bool) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	ast.Inspect(file, func(node ast.Node) bool {
		selector, is := node.(*ast.SelectorExpr)
		if is && (selector.Sel.Name == "Unmarshal" || selector.Sel.Name == "NewDecoder") {
			of, named := selector.X.(*ast.Ident)
			calls = calls || named && of.Name == "json"
		}
		return true
	})
	return calls
}
