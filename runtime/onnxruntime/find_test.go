package onnxruntime

import (
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// fake writes an empty file, folders included, and returns its path.
func fake(t *testing.T, elements ...string) string {
	t.Helper()
	path := filepath.Join(elements...)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	return path
}

// onLinux skips where libraries have other names than these tests give them.
func onLinux(t *testing.T) {
	t.Helper()
	if goruntime.GOOS != "linux" {
		t.Skip("the names in this test are Linux's")
	}
}

func folderOf(folder string) candidate {
	return candidate{"the place", func() []string { return []string{folder} }}
}

func TestFindTakesTheVariableAlone(t *testing.T) {
	onLinux(t)
	folder := filepath.Join(t.TempDir(), "odd [name]")
	library := fake(t, folder, "libonnxruntime.so.1.31.1")
	plain := fake(t, folder, "mine.so")
	for named, want := range map[string]Library{
		folder:  {Path: library, Version: "1.31.1", Source: variable},
		library: {Path: library, Version: "1.31.1", Source: variable},
		plain:   {Path: plain, Source: variable},
	} {
		t.Setenv(variable, named)
		got, err := find()
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

func TestFindRefusesAWrongVariable(t *testing.T) {
	onLinux(t)
	empty := t.TempDir()
	old := fake(t, t.TempDir(), "libonnxruntime.so.1.17.3")
	for named, want := range map[string]string{
		filepath.Join(empty, "absent"): "is no file or folder",
		empty:                          "no libonnxruntime.so*",
		old:                            "is version 1.17.3, 1.29 or newer is needed",
	} {
		t.Setenv(variable, named)
		_, err := find()
		require.ErrorContains(t, err, variable+"="+named)
		require.ErrorContains(t, err, want)
	}
}

func TestNewestInFolder(t *testing.T) {
	onLinux(t)
	folder := t.TempDir()
	fake(t, folder, "libonnxruntime.so.1.9.0")
	fake(t, folder, "libonnxruntime.so.1.30.0")
	newest := fake(t, folder, "libonnxruntime.so.1.100.0")
	fake(t, folder, "libonnxruntime_providers_shared.so")
	fake(t, folder, "libonnxruntime.so")
	library, err := search([]candidate{folderOf(folder)})
	require.NoError(t, err)
	require.Equal(t, Library{Path: newest, Version: "1.100.0", Source: "the place"}, library)
}

func TestVersionBehindALink(t *testing.T) {
	onLinux(t)
	folder := t.TempDir()
	target := fake(t, t.TempDir(), "libonnxruntime.so.1.30.2")
	require.NoError(t, os.Symlink(target, filepath.Join(folder, "libonnxruntime.so")))
	library, err := search([]candidate{folderOf(folder)})
	require.NoError(t, err)
	require.Equal(t, "1.30.2", library.Version)
}

func TestOldLibrariesArePassedOver(t *testing.T) {
	onLinux(t)
	old, recent := t.TempDir(), t.TempDir()
	outdated := fake(t, old, "libonnxruntime.so.1.14.0")
	_, err := search([]candidate{folderOf(old)})
	require.ErrorContains(t, err, "passed over: "+outdated+" is version 1.14.0")
	current := fake(t, recent, "libonnxruntime.so.1.29.0")
	library, err := search([]candidate{folderOf(old), folderOf(recent)})
	require.NoError(t, err)
	require.Equal(t, current, library.Path)
}

func TestNothingFoundSaysWhereAndHow(t *testing.T) {
	_, err := search([]candidate{{"here", func() []string { return nil }}, folderOf(t.TempDir())})
	require.EqualError(t, err, "no onnxruntime library 1.29 or newer found in: here; the place. "+
		"Run `pip install onnxruntime` or `npm install onnxruntime-node`, "+
		"or set GMNC_ONNXRUNTIME to the library's file or folder")
}

func TestEveryPlace(t *testing.T) {
	onLinux(t)
	system, machine := nodeNames()
	const name = "libonnxruntime.so.1.30.0"
	cases := map[string]struct {
		folders func() []string
		library []string // below the folder root
	}{
		"cache":       {cacheFolders, []string{"cache", "gmnc", "onnxruntime"}},
		"system":      {systemFolders, []string{"system"}},
		"active":      {environmentFolders, []string{"active", "lib", "python3.12", "site-packages", "onnxruntime", "capi"}},
		"Windows":     {environmentFolders, []string{"active", "Lib", "site-packages", "onnxruntime", "capi"}},
		"python3":     {pythonFolders, []string{"python", "onnxruntime", "capi"}},
		"NODE_PATH":   {nodeFolders, []string{"nodes", "onnxruntime-node", "bin", "napi-v3", system, machine}},
		"beside node": {nodeFolders, []string{"lib", "node_modules", "onnxruntime-node", "bin", "napi-v6", system, machine}},
	}
	for what, c := range cases {
		t.Run(what, func(t *testing.T) {
			root := t.TempDir()
			surround(t, root)
			library := fake(t, append(append([]string{root}, c.library...), name)...)
			got, err := search([]candidate{{what, c.folders}})
			require.NoError(t, err)
			require.Equal(t, Library{Path: library, Version: "1.30.0", Source: what}, got)
		})
	}
}

// surround makes root the whole world: the working directory, the cache, the
// programs on PATH.
func surround(t *testing.T, root string) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(root, "cache"))
	t.Setenv("LD_LIBRARY_PATH", filepath.Join(root, "system"))
	t.Setenv("VIRTUAL_ENV", filepath.Join(root, "active"))
	t.Setenv("NODE_PATH", filepath.Join(root, "nodes"))
	t.Setenv("PATH", filepath.Join(root, "bin"))
	require.NoError(t, os.Chmod(fake(t, root, "bin", "node"), 0o755))
	answer := "#!/bin/sh\necho " + filepath.Join(root, "python", "onnxruntime") + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(root, "bin", "python3"), []byte(answer), 0o755))
	here := filepath.Join(root, "work", "here")
	require.NoError(t, os.MkdirAll(here, 0o755))
	t.Chdir(here)
}

func TestVersionOfANodePackage(t *testing.T) {
	onLinux(t)
	root := t.TempDir()
	library := fake(t, root, "onnxruntime-node", "bin", "napi-v6", "linux", "x64", "libonnxruntime.so.1")
	about := fake(t, root, "onnxruntime-node", "package.json")
	for text, want := range map[string]string{
		`{"name": "onnxruntime-node", "version": "1.30.0"}`: "1.30.0",
		`{"name": "another", "version": "1.30.0"}`:          "",
		`{"name": `: "",
	} {
		require.NoError(t, os.WriteFile(about, []byte(text), 0o644))
		require.Equal(t, want, versionOf(library))
	}
}

// TestNothingOfTheWorkingFolderIsRun: a downloaded folder may hold anything, a
// library or a Python module of that name. It is reported, and not taken.
func TestNothingOfTheWorkingFolderIsRun(t *testing.T) {
	onLinux(t)
	system, machine := nodeNames()
	const name = "libonnxruntime.so.1.30.0"
	for what, inside := range map[string][]string{
		".venv above":    {".venv", "lib", "python3.9", "site-packages", "onnxruntime", "capi"},
		"venv here":      {"work", "here", "venv", "lib", "python3.9", "site-packages", "onnxruntime", "capi"},
		"modules above":  {"work", "node_modules", "onnxruntime-node", "bin", "napi-v6", system, machine},
		"library here":   {"work", "here"},
		"active is here": {"work", "here", "mine", "lib", "python3.9", "site-packages", "onnxruntime", "capi"},
	} {
		t.Run(what, func(t *testing.T) {
			root := t.TempDir()
			surround(t, root)
			t.Setenv("VIRTUAL_ENV", "mine")
			t.Setenv("NODE_PATH", "node_modules")
			t.Setenv("LD_LIBRARY_PATH", ".:")
			require.NoError(t, os.Remove(filepath.Join(root, "bin", "python3")))
			fake(t, append(append([]string{root}, inside...), name)...)
			_, err := search([]candidate{
				{"system", func() []string { return absolute(os.Getenv("LD_LIBRARY_PATH")) }},
				{"environment", environmentFolders}, {"node", nodeFolders},
			})
			require.ErrorContains(t, err, "no onnxruntime library 1.29 or newer found")
			if what != "library here" && what != "active is here" {
				require.ErrorContains(t, err, "is in the working folder or above it, which anybody may have filled: set GMNC_ONNXRUNTIME to it if it is yours")
			}
		})
	}
}

// TestPythonIsIsolated: modules of the working folder do not answer.
func TestPythonIsIsolated(t *testing.T) {
	onLinux(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	here := t.TempDir()
	fake(t, here, "onnxruntime", "__init__.py")
	t.Chdir(here)
	require.NotContains(t, askPython(python), here)
}

// TestUntrustedOwnersAndPermissions: what everybody may write is passed over,
// unless the user names it. A sticky bit guards the files of a folder, and no file.
func TestUntrustedOwnersAndPermissions(t *testing.T) {
	onLinux(t)
	folder := t.TempDir()
	library := fake(t, folder, "libonnxruntime.so.1.30.0")
	require.NoError(t, os.Chmod(library, 0o666))
	_, err := search([]candidate{folderOf(folder)})
	require.ErrorContains(t, err, library+" is not trusted (everybody may write to "+library+"): set GMNC_ONNXRUNTIME to it if it is yours")
	t.Setenv(variable, library)
	found, err := find()
	require.NoError(t, err)
	require.Equal(t, library, found.Path)

	require.NoError(t, os.Chmod(library, 0o644))
	require.NoError(t, os.Chmod(folder, 0o777))
	_, err = search([]candidate{folderOf(folder)})
	require.ErrorContains(t, err, "everybody may write to "+folder)

	require.NoError(t, os.Chmod(folder, 0o777|os.ModeSticky))
	found, err = search([]candidate{folderOf(folder)})
	require.NoError(t, err)
	require.Equal(t, library, found.Path)
	require.NoError(t, os.Chmod(library, 0o666|os.ModeSticky))
	_, err = search([]candidate{folderOf(folder)})
	require.ErrorContains(t, err, "everybody may write to "+library)
}

// TestSearchIsRemembered: Python is not asked twice for a library that is still
// there.
func TestSearchIsRemembered(t *testing.T) {
	onLinux(t)
	root := t.TempDir()
	surround(t, root)
	t.Setenv(variable, "")
	library := fake(t, root, "python", "onnxruntime", "capi", "libonnxruntime.so.1.99.0")
	first, err := search([]candidate{{"found before", rememberedFolders}, {asked[0], pythonFolders}})
	require.NoError(t, err)
	require.Equal(t, asked[0], first.Source)
	remember(first)
	second, err := search([]candidate{{"found before", rememberedFolders}, {asked[0], pythonFolders}})
	require.NoError(t, err)
	require.Equal(t, Library{Path: library, Version: "1.99.0", Source: "found before"}, second)

	require.NoError(t, os.Remove(library))
	_, err = search([]candidate{{"found before", rememberedFolders}})
	require.ErrorContains(t, err, "no onnxruntime library 1.29 or newer found in: found before. Run `pip install onnxruntime`")
}
