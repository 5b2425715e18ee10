package onnxruntime

import (
	"os"
	goruntime "runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOrderOfPlaces: what costs nothing is searched first, and the places that need a program last. Only what those find is remembered.
func TestOrderOfPlaces(t *testing.T) {
	var names []string
	for _, place := range candidates() {
		names = append(names, place.name)
	}
	require.Equal(t, []string{
		"user cache", "system library path", "active Python environment (VIRTUAL_ENV)", "found before",
		"Python packages of python3", "node packages (NODE_PATH, beside node)",
	}, names)
	require.Equal(t, names[4:], asked)
}

// TestFindRemembersWhatProgramsFound: a library that Python found is found in its folder the next time, and one of the cache is not remembered.
func TestFindRemembersWhatProgramsFound(t *testing.T) {
	onLinux(t)
	root := t.TempDir()
	surround(t, root)
	t.Setenv(variable, "")
	library := fake(t, root, "python", "onnxruntime", "capi", "libonnxruntime.so.1.99.0")
	for _, source := range []string{asked[0], "found before"} {
		found, err := find()
		require.NoError(t, err)
		require.Equal(t, Library{Path: library, Version: "1.99.0", Source: source}, found)
	}
	require.NoError(t, os.Remove(rememberedPath()))
	fake(t, root, "cache", "gmnc", "onnxruntime", "libonnxruntime.so.1.50.0")
	found, err := find()
	require.NoError(t, err)
	require.Equal(t, "user cache", found.Source)
	require.NoFileExists(t, rememberedPath())
}

// TestReleases: versions are compared by their numbers, and what is no version is older than any.
func TestReleases(t *testing.T) {
	require.Equal(t, release{1, 30, 2}, parseRelease("1.30.2"))
	require.Nil(t, parseRelease("1.30"))
	require.Nil(t, parseRelease(""))
	require.Equal(t, "1.29", oldest.String())
	require.Equal(t, "unknown version in /lib (here)", Library{Path: "/lib", Source: "here"}.String())
	require.Equal(t, "1.30.0 in /lib (here)", Library{Path: "/lib", Source: "here", Version: "1.30.0"}.String())
}

// TestNamesOfNode: node has names of its own for Windows and for 64-bit machines of Intel and AMD.
func TestNamesOfNode(t *testing.T) {
	system, machine := nodeNames()
	require.NotContains(t, []string{"windows", "amd64"}, system)
	require.NotContains(t, []string{"windows", "amd64"}, machine)
	require.Equal(t, goruntime.GOOS == "windows", system == "win32")
	require.Equal(t, goruntime.GOARCH == "amd64", machine == "x64")
}

// TestLibrariesOfOthers: a library or a folder of another user is passed over.
func TestLibrariesOfOthers(t *testing.T) {
	onLinux(t)
	if os.Geteuid() != 0 {
		t.Skip("only root can give files to other users")
	}
	const other = 12345
	folder := t.TempDir()
	library := fake(t, folder, "libonnxruntime.so.1.30.0")
	for _, name := range []string{library, folder} {
		require.NoError(t, os.Chown(name, other, -1))
		_, err := search([]candidate{folderOf(folder)})
		require.ErrorContains(t, err, name+" belongs to another user (12345)")
		require.NoError(t, os.Chown(name, 0, -1))
	}
	_, err := search([]candidate{folderOf(folder)})
	require.NoError(t, err)
}
