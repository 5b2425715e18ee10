package onnxruntime

import (
	"os"
	"path/filepath"
	"strings"

	"gmnc/internal/atomicfile"
	"gmnc/internal/plainfile"
)

// rememberedName is the name of the file in the user's cache that holds the folder in which
// Python or node found the library before. With it, neither is asked again.
const rememberedName = "onnxruntime-folder"

func rememberedPath() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "gmnc", rememberedName)
}

// rememberedFolders returns that folder. The library in it is checked again.
func rememberedFolders() []string {
	path := rememberedPath()
	if path == "" || trusted(path) != nil {
		return nil
	}
	text, err := plainfile.Read(path)
	if err != nil {
		return nil
	}
	return absolute(strings.TrimSpace(string(text)))
}

// remember stores the folder of a library for the next search. If that fails, the next search
// only takes longer.
func remember(library Library) {
	path := rememberedPath()
	if path == "" || os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return
	}
	_ = atomicfile.WriteBytes(path, []byte(filepath.Dir(library.Path)+"\n"))
}
