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

// sources are the files that are no tests, by folder, of this module.
func sources(t *testing.T) map[string][]string {
	t.Helper()
	return filesOfGo(t, func(path string) bool { return !strings.HasSuffix(path, "_test.go") })
}

// filesOfGo returns the files of this module that are kept, by their folders.
func filesOfGo(t *testing.T, keep func(path string) bool) map[string][]string {
	t.Helper()
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
		if strings.HasSuffix(path, ".go") && keep(path) {
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
