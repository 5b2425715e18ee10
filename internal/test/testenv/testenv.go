// Package testenv finds what tests need from outside the project: data, the published
// implementation's numbers, onnxruntime, NumPy and other runtimes. If something is missing, the
// test is skipped and names it. GMNC_REQUIRE, a comma-separated list of "data", "golden",
// "onnxruntime", "numpy" and "peers", turns that skip into a failure. In it "mpi" also asks for
// the tests with Open MPI and MPICH, and "generator" for the test of the kernels' generator.
// "draws" asks for all random systems and units of tests that otherwise use some of them.
// "limits" asks for what takes minutes.
package testenv

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	engine "gmnc/runtime"
)

// Data returns the folder of real data, from GMNC_DATA.
func Data(t testing.TB) string {
	t.Helper()
	return folder(t, "data", "GMNC_DATA")
}

// Golden returns the folder of the published implementation's own numbers,
// from GMNC_GOLDEN.
func Golden(t testing.TB) string {
	t.Helper()
	return folder(t, "golden", "GMNC_GOLDEN")
}

// Missing skips the test, or fails it if GMNC_REQUIRE names what is missing.
func Missing(t testing.TB, what, reason string) {
	t.Helper()
	if Required(what) {
		t.Fatalf("%s is required by GMNC_REQUIRE: %s", what, reason)
	}
	t.Skipf("no %s: %s", what, reason)
}

// Required reports whether GMNC_REQUIRE names what a test needs or asks for.
func Required(what string) bool {
	return slices.Contains(strings.Split(os.Getenv("GMNC_REQUIRE"), ","), what)
}

// Asked skips a test that takes too long for every run, unless GMNC_REQUIRE names what it
// needs.
func Asked(t testing.TB, what string) {
	t.Helper()
	if !Required(what) {
		t.Skipf("not asked for: GMNC_REQUIRE=%s runs it", what)
	}
}

// Engine skips the test if this machine does not have the engine.
func Engine(t testing.TB, e engine.Engine) {
	t.Helper()
	if err := e.Available(); err != nil {
		Missing(t, e.Name, err.Error())
	}
}

// Python skips the test if python3 does not have a module.
func Python(t testing.TB, module string) {
	t.Helper()
	find := "import importlib.util, sys; sys.exit(not importlib.util.find_spec('" + module + "'))"
	if err := exec.Command("python3", "-c", find).Run(); err != nil {
		Missing(t, module, "python3 cannot import it: "+err.Error())
	}
}

// Root returns the project's top folder: the first folder above a test's working folder that
// contains go.mod.
func Root() string {
	folder, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil || folder == filepath.Dir(folder) {
			break
		}
		folder = filepath.Dir(folder)
	}
	return folder
}

// folder resolves a relative path from the project's top folder, so that it means the same in
// the tests of every package.
func folder(t testing.TB, what, variable string) string {
	t.Helper()
	path := os.Getenv(variable)
	if path == "" {
		path = filepath.Join("..", "shared", what)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(Root(), path)
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		Missing(t, what, "set "+variable+" to its folder ("+path+" is not one)")
	}
	return path
}
