package onnxruntime

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWithoutACache: a user without a cache has no library there, and nothing is remembered.
func TestWithoutACache(t *testing.T) {
	onLinux(t)
	here := t.TempDir()
	t.Chdir(here)
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	require.Empty(t, cacheFolders())
	require.Empty(t, rememberedFolders())
	remember(Library{Path: filepath.Join(here, "libonnxruntime.so")})
	left, err := os.ReadDir(here)
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestRememberedFolder: the file holds one absolute folder. Another one, a file that cannot be read or one that everybody may write has none.
func TestRememberedFolder(t *testing.T) {
	onLinux(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	path := rememberedPath()
	require.Empty(t, rememberedFolders())
	fake(t, path)
	for text, want := range map[string][]string{"/opt/lib\n": {"/opt/lib"}, " /opt/lib ": {"/opt/lib"}, "lib\n": {}, "": {}} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.Equal(t, len(want), len(rememberedFolders()), "%q", text)
		require.Subset(t, rememberedFolders(), want, "%q", text)
	}
	require.NoError(t, os.WriteFile(path, []byte("/opt/lib"), 0o600))
	require.NoError(t, os.Chmod(path, 0o666))
	require.Empty(t, rememberedFolders())
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.Mkdir(path, 0o700))
	require.Empty(t, rememberedFolders())
	remember(Library{Path: "/opt/lib/libonnxruntime.so"}) // a failure only costs time
}

// TestAnswersOfPython: the folder is that of the first Python that answers. One that fails or knows no package has none, whatever it prints.
func TestAnswersOfPython(t *testing.T) {
	onLinux(t)
	for _, c := range []struct {
		first, second string
		want          []string
	}{
		{"echo /first/onnxruntime", "echo /second/onnxruntime", []string{"/first/onnxruntime/capi"}},
		{"echo /first/onnxruntime; exit 1", "echo /second/onnxruntime", []string{"/second/onnxruntime/capi"}},
		{"echo", "echo /second/onnxruntime", []string{"/second/onnxruntime/capi"}},
		{"echo", "echo /second/onnxruntime; exit 1", nil},
		{"echo ' /first/odd name '", "", []string{"/first/odd name/capi"}},
		{"pwd", "", []string{"/capi"}}, // not in the working folder
	} {
		bin := t.TempDir()
		t.Setenv("PATH", bin)
		for name, does := range map[string]string{"python3": c.first, "python": c.second} {
			require.NoError(t, os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+does+"\n"), 0o700))
		}
		require.Equal(t, c.want, pythonFolders(), "%q, %q", c.first, c.second)
	}
	t.Setenv("PATH", t.TempDir())
	require.Empty(t, pythonFolders())
}

// TestModulesOfNode: packages are sought in NODE_PATH, beside node and in APPDATA, in this order. A relative APPDATA counts as none.
func TestModulesOfNode(t *testing.T) {
	onLinux(t)
	root := t.TempDir()
	surround(t, root)
	system, machine := nodeNames()
	var want []string
	for _, modules := range []string{"nodes", filepath.Join("lib", "node_modules"), filepath.Join("roaming", "npm", "node_modules")} {
		folder := filepath.Join(root, modules, "onnxruntime-node", "bin", "napi-v6", system, machine)
		fake(t, folder, "libonnxruntime.so.1")
		want = append(want, folder)
	}
	t.Setenv("APPDATA", filepath.Join(root, "roaming"))
	require.Equal(t, want, nodeFolders())
	t.Chdir(root)
	t.Setenv("APPDATA", "roaming")
	require.Equal(t, want[:2], nodeFolders())
	require.NoError(t, os.Remove(filepath.Join(root, "bin", "node")))
	require.Equal(t, want[:1], nodeFolders())
}

// TestSystemFolders: what LD_LIBRARY_PATH names comes before the folders of the system, and local ones come first of these.
func TestSystemFolders(t *testing.T) {
	onLinux(t)
	t.Setenv("LD_LIBRARY_PATH", "/one:relative:/two")
	folders := systemFolders()
	require.Equal(t, []string{"/one", "/two", "/usr/local/lib", "/usr/local/lib64"}, folders[:4])
	require.Equal(t, []string{"/usr/lib", "/usr/lib64"}, folders[5:])
	require.Contains(t, []string{"/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"}, folders[4])
}

// TestFoldersAbove: all folders up to the root are above, and a working folder that is gone has none.
func TestFoldersAbove(t *testing.T) {
	onLinux(t)
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	here := filepath.Join(root, "a", "b")
	require.NoError(t, os.MkdirAll(here, 0o700))
	t.Chdir(here)
	folders := hereAndAbove()
	require.Equal(t, []string{here, filepath.Join(root, "a"), root}, folders[:3])
	require.Equal(t, "/", folders[len(folders)-1])
	require.NotEqual(t, "/", folders[len(folders)-2])

	require.NoError(t, os.Remove(here))
	t.Setenv("PWD", "")
	require.Empty(t, hereAndAbove())
	_, err = fromVariable("lib")
	require.ErrorContains(t, err, variable+"=lib: ")
	_, err = usable("libonnxruntime.so.1.30.0", "here")
	require.ErrorIs(t, err, os.ErrNotExist)
}
