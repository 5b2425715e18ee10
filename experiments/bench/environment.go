package bench

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"

	"gmnc/bench/peers"
	"gmnc/internal/atomicfile"
)

// PeerEnvironment is a virtual environment of Python that has the other runtimes.
type PeerEnvironment struct {
	Command string // the python executable
	Scripts string // the folder of peer.py
	Cache   string // the folder for what libraries compile; "" for none
	// Variables holds further environment variables, as KEY=value.
	Variables []string
}

// peersVariable names the variable for a folder of the environment other than the default.
const peersVariable = "GMNC_PEERS"

// DefaultPeerFolder returns the default folder of the environment: the one that GMNC_PEERS
// names, or one in the user's cache.
func DefaultPeerFolder() string {
	if folder := os.Getenv(peersVariable); folder != "" {
		return folder
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	return filepath.Join(cache, "gmnc", "peers")
}

// installed is a file in a complete environment, which lists the packages in it.
const installed = "gmnc-peers.txt"

// OpenPeerEnvironment returns the environment in a folder.
func OpenPeerEnvironment(folder string) (PeerEnvironment, error) {
	want, err := fs.ReadFile(peers.Scripts, peers.Requirements)
	if err != nil {
		return PeerEnvironment{}, err
	}
	if have, err := os.ReadFile(filepath.Join(folder, installed)); err != nil || string(have) != string(want) {
		return PeerEnvironment{}, fmt.Errorf("%s is no environment with the runtimes to compare with: with --install it is made there, "+
			"with PyTorch, JAX and onnxruntime from PyPI, several GB", folder)
	}
	return PeerEnvironment{Command: pythonIn(folder), Cache: filepath.Join(folder, "compiled")}, nil
}

func pythonIn(folder string) string {
	if goruntime.GOOS == "windows" {
		return filepath.Join(folder, "Scripts", "python.exe")
	}
	return filepath.Join(folder, "bin", "python")
}

// InstallPeers makes or updates an environment in a folder with python3 and pip, which write
// their output to out.
func InstallPeers(ctx context.Context, folder string, out io.Writer) error {
	requirements, err := fs.ReadFile(peers.Scripts, peers.Requirements)
	if err != nil {
		return err
	}
	call := func(name string, args ...string) error {
		command := exec.CommandContext(ctx, name, args...)
		command.Stdout, command.Stderr = out, out
		if err := command.Run(); err != nil {
			return fmt.Errorf("%s: %w", command, err)
		}
		return nil
	}
	if err := call("python3", "-m", "venv", folder); err != nil {
		return err
	}
	list := filepath.Join(folder, peers.Requirements)
	if err := atomicfile.WriteBytes(list, requirements); err != nil {
		return err
	}
	if err := call(pythonIn(folder), "-m", "pip", "install", "--no-compile", "-r", list); err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(folder, installed), requirements)
}

// unpack writes the scripts to a folder, unless the environment already names one with scripts.
func (e PeerEnvironment) unpack(folder string) (string, error) {
	if e.Scripts != "" {
		return e.Scripts, nil
	}
	return folder, os.CopyFS(folder, peers.Scripts)
}

// environment returns the environment variables of the scripts. Python and libraries keep what
// they compile, so that a second run need not wait for it.
func (e PeerEnvironment) environment() []string {
	all := append(os.Environ(), "PYTHONDONTWRITEBYTECODE=", "TORCHINDUCTOR_COMPILE_THREADS=1")
	if e.Cache != "" {
		all = append(all, "TORCHINDUCTOR_CACHE_DIR="+filepath.Join(e.Cache, "torch"),
			"JAX_COMPILATION_CACHE_DIR="+filepath.Join(e.Cache, "jax"))
	}
	return append(all, e.Variables...)
}
