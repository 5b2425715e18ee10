package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChangedLines: the lines that a diff adds are those of its new side, and a file of which lines are removed has none.
func TestChangedLines(t *testing.T) {
	here, err := os.Getwd()
	require.NoError(t, err)
	found, err := parse("--- a/p.go\n+++ b/p.go\n@@ -1 +2 @@ func\n-x\n+y\n@@ -7,0 +9,2 @@\n+z\n+z\n--- a/q/p_test.go\n+++ b/q/p_test.go\n@@ -4,2 +3,0 @@\n-x\n-x\n")
	require.NoError(t, err)
	path := filepath.Join(here, "p.go")
	require.Equal(t, lines{path: {2: true, 9: true, 10: true}, filepath.Join(here, "q", "p_test.go"): {}}, found)
	require.True(t, found.has(path, 9))
	require.False(t, found.has(path, 8))
	require.True(t, lines(nil).has(path, 8))
	_, err = parse("+++ b/p.go\n@@ -1 +? @@\n")
	require.ErrorContains(t, err, "has no line number")
}

// TestFoldersOfLines: folders are sorted, each is there once, and tests have no mutants.
func TestFoldersOfLines(t *testing.T) {
	l := lines{"/b/p.go": {}, "/a/p.go": {}, "/a/q.go": {}, "/c/p_test.go": {}}
	for range 20 { // maps have no order
		require.Equal(t, []string{"/a", "/b"}, l.folders())
	}
}

// TestSinceACommit: what the working folder changed is read from git, and an unknown commit is an error in git's words.
func TestSinceACommit(t *testing.T) {
	folder := module(t, text, texts)
	t.Chdir(folder)
	for _, arguments := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first"}} {
		_, err := output(t.Context(), folder, "git", arguments...)
		require.NoError(t, err)
	}
	write(t, "p.go", text+"\nfunc more() int { return 1 }\n")
	found, err := changed("HEAD")
	require.NoError(t, err)
	require.Equal(t, []string{folder}, found.folders())
	require.False(t, found.has(filepath.Join(folder, "p.go"), 33))
	require.True(t, found.has(filepath.Join(folder, "p.go"), 35))
	_, err = changed("none")
	require.ErrorContains(t, err, "none")
	require.ErrorContains(t, err, "bad revision")
}

// TestPackagesAreDrawn: packages with tests are examined in an order that the seed draws.
func TestPackagesAreDrawn(t *testing.T) {
	folder := module(t, text, texts)
	t.Chdir(folder)
	names := []string{"a", "b", "c", "d", "e", "f"}
	for _, name := range append(names, "untested") {
		require.NoError(t, os.Mkdir(name, 0o777))
		write(t, filepath.Join(name, "p.go"), "package p\n")
	}
	want := []string{folder}
	for _, name := range names {
		write(t, filepath.Join(name, "p_test.go"), "package p_test\n")
		want = append(want, filepath.Join(folder, name))
	}
	first, err := all(1)
	require.NoError(t, err)
	require.ElementsMatch(t, want, first)
	again, err := all(1)
	require.NoError(t, err)
	require.Equal(t, first, again)
	orders := map[string]bool{}
	for seed := range uint64(5) {
		found, err := all(seed)
		require.NoError(t, err)
		orders[filepath.Base(found[0])+filepath.Base(found[1])] = true
		require.True(t, slices.Contains(found, folder))
	}
	require.Greater(t, len(orders), 1)
}
