package onnxruntime

import (
	"os"
	"path/filepath"
	"strings"

	"gmnc/internal/atomicfile"
	"gmnc/internal/plainfile"
)

// rememberedName is the file in the user's cache with the folder in which Python or
// node has found the library before, so that neither is asked again.
const rememberedName = "onnxruntime-folder"

func rememberedPath() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "gmnc", rememberedName)
}

// rememberedFolders is that folder; the library in it is checked again.
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

// remember keeps the folder of a library for the next search. It may
// fail silently: the next search then takes longer.
func remember(library Library) {
	path := rememberedPath()
	if path == "" || os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return
	}
	_ = atomicfile.WriteBytes(path, []byte(filepath.Dir(library.Path)+"\n"))
}
