package gmnc_test

import (
	"go/build"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// forOneMachine lists the test files whose names keep them for one operating system or processor.
var forOneMachine = []string{
	"runtime/native/kernels/guard_linux_test.go",
	"runtime/native/kernels/matmul_amd64_test.go",
}

// TestNamesOfTestFiles: only listed test files end in the name of an operating system or a processor,
// since Go leaves these out everywhere else.
func TestNamesOfTestFiles(t *testing.T) {
	require.False(t, everywhere(t, "joints/limited_arm_test.go"))
	require.True(t, everywhere(t, "joints/limited_arms_test.go"))
	var left []string
	for _, files := range filesOfGo(t, func(path string) bool { return strings.HasSuffix(path, "_test.go") }) {
		for _, path := range files {
			if !everywhere(t, path) {
				left = append(left, filepath.ToSlash(path))
			}
		}
	}
	require.ElementsMatch(t, forOneMachine, left)
}

// everywhere reports whether a file's name lets Go compile it on any machine.
func everywhere(t *testing.T, path string) bool {
	t.Helper()
	other := build.Context{GOOS: "plan9", GOARCH: "mips", OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package any")), nil
	}}
	is, err := other.MatchFile(filepath.Dir(path), filepath.Base(path))
	require.NoError(t, err)
	return is
}
