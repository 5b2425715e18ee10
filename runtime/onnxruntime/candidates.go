package onnxruntime

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"time"
)

// candidate is a place where the library may be.
type candidate struct {
	name    string
	folders func() []string // in order; they need not exist
}

// candidates returns the places where find looks, in order: those that the user or the system
// has named, and never the working folder. A place is asked for its folders only when find
// reaches it, so that Python is only started if nothing was found before.
func candidates() []candidate {
	return []candidate{
		{"user cache", cacheFolders},
		{"system library path", systemFolders},
		{"active Python environment (VIRTUAL_ENV)", environmentFolders},
		{"found before", rememberedFolders},
		{"Python packages of python3", pythonFolders},
		{"node packages (NODE_PATH, beside node)", nodeFolders},
	}
}

// asked holds the places that need a program to be found.
var asked = []string{"Python packages of python3", "node packages (NODE_PATH, beside node)"}

// nearby returns the places that nobody has named: a downloaded folder can hold a library. The
// code of such a library is never run; find only reports it.
func nearby() candidate { return candidate{"working folder and those above", nearbyFolders} }

// cacheFolders returns the folder into which scripts/fetch-onnxruntime.sh puts the library.
func cacheFolders() []string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	return []string{filepath.Join(cache, "gmnc", "onnxruntime")}
}

// absolute returns the folders of a list that do not depend on the working folder.
func absolute(list string) []string {
	return slices.DeleteFunc(filepath.SplitList(list), func(folder string) bool { return !filepath.IsAbs(folder) })
}

// systemFolders returns the folders that the dynamic loader searches.
func systemFolders() []string {
	switch goruntime.GOOS {
	case "windows":
		return absolute(os.Getenv("PATH"))
	case "darwin":
		return append(absolute(os.Getenv("DYLD_LIBRARY_PATH")),
			"/usr/local/lib", "/opt/homebrew/lib", "/usr/lib")
	}
	triple := map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}[goruntime.GOARCH]
	return append(absolute(os.Getenv("LD_LIBRARY_PATH")),
		"/usr/local/lib", "/usr/local/lib64", filepath.Join("/usr/lib", triple), "/usr/lib", "/usr/lib64")
}

// environmentFolders returns the folders of the active virtual environment.
func environmentFolders() []string {
	if active := os.Getenv("VIRTUAL_ENV"); filepath.IsAbs(active) {
		return inEnvironment(active)
	}
	return nil
}

func inEnvironment(root string) []string {
	return append(glob(root, "lib/python3*/site-packages/onnxruntime/capi"), glob(root, "Lib/site-packages/onnxruntime/capi")...)
}

// nearbyFolders returns the folders of virtual environments named .venv and venv, and of node
// packages, here and in the folders above.
func nearbyFolders() (folders []string) {
	for _, folder := range hereAndAbove() {
		folders = append(folders, inEnvironment(filepath.Join(folder, ".venv"))...)
		folders = append(folders, inEnvironment(filepath.Join(folder, "venv"))...)
		folders = append(folders, inModules(filepath.Join(folder, "node_modules"))...)
	}
	return folders
}

// pythonPatience is how long Python may take to answer. A cold start from a slow disk takes a
// second or two.
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

// askPython locates the package without importing it. Python runs isolated (-I) and in another
// folder, so that no file of the working folder is run.
func askPython(python string) string {
	const question = `import importlib.util as u; s = u.find_spec("onnxruntime"); print(s.submodule_search_locations[0] if s else "")`
	ctx, cancel := context.WithTimeout(context.Background(), pythonPatience)
	defer cancel()
	command := exec.CommandContext(ctx, python, "-I", "-c", question)
	command.Dir = filepath.VolumeName(os.TempDir()) + string(filepath.Separator)
	answer, err := command.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(answer))
}

// nodeFolders returns the folders of the onnxruntime-node packages in NODE_PATH and of the node
// on PATH.
func nodeFolders() []string {
	modules := absolute(os.Getenv("NODE_PATH"))
	if node, err := exec.LookPath("node"); err == nil {
		modules = append(modules, filepath.Join(filepath.Dir(node), "..", "lib", "node_modules"))
	}
	if roaming := os.Getenv("APPDATA"); filepath.IsAbs(roaming) {
		modules = append(modules, filepath.Join(roaming, "npm", "node_modules"))
	}
	var folders []string
	for _, module := range modules {
		folders = append(folders, inModules(module)...)
	}
	return folders
}

func inModules(root string) []string {
	system, machine := nodeNames()
	return glob(root, path.Join("onnxruntime-node/bin/napi-v*", system, machine))
}

// nodeNames returns node's names of this system and machine.
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

// hereAndAbove returns the working directory and its parents.
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

// glob returns the paths below root that match the slash-separated pattern. The name of root
// itself may hold any character.
func glob(root, pattern string) []string {
	found, _ := fs.Glob(os.DirFS(root), pattern) // a folder that is not there matches nothing
	for i, name := range found {
		found[i] = filepath.Join(root, filepath.FromSlash(name))
	}
	return found
}
