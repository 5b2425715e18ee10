package onnxruntime

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"time"
)

// place is somewhere the library may be.
type place struct {
	name    string
	folders func() []string // in order; they need not exist
}

// places lists where Find looks, in order. Folders are asked for one place
// at a time, so that Python is only started when nothing came before it.
func places() []place {
	return []place{
		{"user cache", cacheFolders},
		{"system library path", systemFolders},
		{"Python environments (VIRTUAL_ENV, .venv or venv here and above)", environmentFolders},
		{"Python packages of python3", pythonFolders},
		{"node packages (node_modules here and above, NODE_PATH, beside node)", nodeFolders},
	}
}

// cacheFolders is where scripts/fetch-onnxruntime.sh puts the library.
func cacheFolders() []string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	return []string{filepath.Join(cache, "gmnc", "onnxruntime")}
}

// systemFolders is what the dynamic loader searches.
func systemFolders() []string {
	switch goruntime.GOOS {
	case "windows":
		return filepath.SplitList(os.Getenv("PATH"))
	case "darwin":
		return append(filepath.SplitList(os.Getenv("DYLD_LIBRARY_PATH")),
			"/usr/local/lib", "/opt/homebrew/lib", "/usr/lib")
	}
	triple := map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}[goruntime.GOARCH]
	return append(filepath.SplitList(os.Getenv("LD_LIBRARY_PATH")),
		"/usr/local/lib", "/usr/local/lib64", filepath.Join("/usr/lib", triple), "/usr/lib", "/usr/lib64")
}

// environmentFolders is the active virtual environment and those named .venv
// and venv here and in the folders above.
func environmentFolders() []string {
	var roots []string
	if active := os.Getenv("VIRTUAL_ENV"); active != "" {
		roots = append(roots, active)
	}
	for _, folder := range hereAndAbove() {
		roots = append(roots, filepath.Join(folder, ".venv"), filepath.Join(folder, "venv"))
	}
	var folders []string
	for _, root := range roots {
		folders = append(folders, glob(root, "lib/python3*/site-packages/onnxruntime/capi")...)
		folders = append(folders, glob(root, "Lib/site-packages/onnxruntime/capi")...)
	}
	return folders
}

// pythonPatience bounds the question to Python; a cold start from a slow
// disk takes a second or two.
const pythonPatience = 5 * time.Second

// pythonFolders asks the Python on PATH where its onnxruntime package is.
func pythonFolders() []string {
	for _, python := range []string{"python3", "python"} {
		if folder := askPython(python); folder != "" {
			return []string{filepath.Join(folder, "capi")}
		}
	}
	return nil
}

// askPython locates the package without importing it.
func askPython(python string) string {
	const question = `import importlib.util as u; s = u.find_spec("onnxruntime"); print(s.submodule_search_locations[0] if s else "")`
	ctx, cancel := context.WithTimeout(context.Background(), pythonPatience)
	defer cancel()
	answer, err := exec.CommandContext(ctx, python, "-c", question).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(answer))
}

// nodeFolders is the onnxruntime-node package in the node_modules here, in
// the folders above, in NODE_PATH and of the node on PATH.
func nodeFolders() []string {
	var modules []string
	for _, folder := range hereAndAbove() {
		modules = append(modules, filepath.Join(folder, "node_modules"))
	}
	modules = append(modules, filepath.SplitList(os.Getenv("NODE_PATH"))...)
	if node, err := exec.LookPath("node"); err == nil {
		modules = append(modules, filepath.Join(filepath.Dir(node), "..", "lib", "node_modules"))
	}
	if roaming := os.Getenv("APPDATA"); roaming != "" {
		modules = append(modules, filepath.Join(roaming, "npm", "node_modules"))
	}
	system, machine := nodeNames()
	var folders []string
	for _, module := range modules {
		folders = append(folders, glob(module, path.Join("onnxruntime-node/bin/napi-v*", system, machine))...)
	}
	return folders
}

// nodeNames is this system and machine in node's words.
func nodeNames() (system, machine string) {
	system, machine = goruntime.GOOS, goruntime.GOARCH
	if system == "windows" {
		system = "win32"
	}
	if machine == "amd64" {
		machine = "x64"
	}
	return system, machine
}

// hereAndAbove is the working directory and its parents.
func hereAndAbove() []string {
	folder, err := os.Getwd()
	if err != nil {
		return nil
	}
	folders := []string{folder}
	for folder != filepath.Dir(folder) {
		folder = filepath.Dir(folder)
		folders = append(folders, folder)
	}
	return folders
}

// glob returns what matches the slash-separated pattern below root, whose own
// name may hold any character.
func glob(root, pattern string) []string {
	found, _ := fs.Glob(os.DirFS(root), pattern) // a folder that is not there matches nothing
	for i, name := range found {
		found[i] = filepath.Join(root, filepath.FromSlash(name))
	}
	return found
}
