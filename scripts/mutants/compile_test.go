package main

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWithoutBadLines: mutants on a line of which the compiler complains are taken away, in that file alone.
func TestWithoutBadLines(t *testing.T) {
	mutants := []mutant{{file: "/x/a.go", line: 3}, {file: "/x/a.go", line: 4}, {file: "/x/b.go", line: 3}}
	require.Equal(t, mutants[1:], without(mutants, "# p\n/folder/a.go:3:12: overflows\n"))
	require.Equal(t, mutants[2:], without(mutants, "a.go:3:12: overflows\n./a.go:4:1: too\n"))
	require.Equal(t, mutants, without(mutants, "a.go: no line\n"))
}

// TestMutantsThatDoNotCompile: the largest integer has no larger one, and the other mutants are there.
func TestMutantsThatDoNotCompile(t *testing.T) {
	folder := module(t, `package p

import "math"

func least(n int) int {
	return min(n, math.MaxInt64)
}

func more(n int) int { return n + 1 }
`, "package p\n\nimport \"testing\"\n\nfunc TestMore(t *testing.T) {\n\tif more(1) != 2 {\n\t\tt.Fail()\n\t}\n}\n")
	_, mutants, _, err := prepare(t.Context(), folder, t.TempDir(), options{longest: time.Minute, out: io.Discard})
	require.NoError(t, err)
	require.Len(t, mutants, 2)
	require.Equal(t, 9, mutants[0].line)
}
