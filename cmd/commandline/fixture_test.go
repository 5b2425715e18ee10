package commandline

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/deploy/measure"
	"gmnc/predict/verify"
)

// asProgram in the environment turns the test binary into gmnc, for tests
// that need a process of their own.
const asProgram = "GMNC_TEST_AS_PROGRAM"

// sessionFolder holds the files of session; it is removed at the end.
var sessionFolder string

// TestMain tries files in smaller batches and on fewer numbers of threads than exports and
// verifications do, whose numbers have tests in deploy/measure and predict/verify.
func TestMain(m *testing.M) {
	measure.AtExport.Batches, measure.MostAtOnce, verify.ThreadCounts = []int{1, 2, 3, 8}, 8, []int{1}
	if os.Getenv(asProgram) != "" {
		os.Exit(Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(inSessionFolder(m.Run))
}

func inSessionFolder(run func() int) int {
	var err error
	if sessionFolder, err = os.MkdirTemp("", "gmnc-test-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(sessionFolder)
	return run()
}

// result is what a call of the program left.
type result struct {
	code     int
	out, err string
}

func call(ctx context.Context, args ...string) result {
	var stdout, stderr bytes.Buffer
	code := Run(ctx, args, &stdout, &stderr)
	return result{code, stdout.String(), stderr.String()}
}

// gmnc calls the program, which must succeed.
func gmnc(t *testing.T, args ...string) result {
	t.Helper()
	r := call(context.Background(), args...)
	require.Equal(t, exitSuccess, r.code, "gmnc %s: %s", strings.Join(args, " "), r.err)
	return r
}

// requireFailure calls the program, which must fail with one line that
// contains the message.
func requireFailure(t *testing.T, message string, args ...string) {
	t.Helper()
	requireOneLine(t, exitFailure, message, call(context.Background(), args...))
}

func requireOneLine(t *testing.T, code int, message string, r result) {
	t.Helper()
	require.Equal(t, code, r.code, "%s%s", r.out, r.err)
	require.Empty(t, r.out)
	require.True(t, strings.HasPrefix(r.err, "gmnc: "), r.err)
	require.Equal(t, len(r.err)-1, strings.Index(r.err, "\n"), "one line: %s", r.err)
	require.Contains(t, r.err, message)
}

// session is a smallest session, made once and shared: no test changes its
// files.
type session struct {
	data, run, model             string // paths
	simulated, trained, exported result
}

var theSession = sync.OnceValues(func() (*session, error) {
	s := &session{
		data: filepath.Join(sessionFolder, "data.npz"), run: filepath.Join(sessionFolder, "run"),
		model: filepath.Join(sessionFolder, "model.onnx"),
	}
	for _, step := range []struct {
		into *result
		args []string
	}{
		{&s.simulated, []string{"simulate", "--system", "3,2,1", "--train", "16", "--valid", "8", "--test", "8", "--seed", "1", "-o", s.data}},
		{&s.trained, s.training(s.run, "-O2")},
		{&s.exported, []string{"export", s.run, "-o", s.model}},
	} {
		if *step.into = call(context.Background(), step.args...); step.into.code != exitSuccess {
			return nil, errors.New(step.into.err)
		}
	}
	return s, nil
})

// training is the training of the session, of the paper's model, into another folder;
// further flags take the places of its own.
func (s *session) training(folder string, flags ...string) []string {
	args := []string{"train", s.data}
	if !slices.ContainsFunc(choosing, func(flag string) bool {
		return slices.ContainsFunc(flags, func(arg string) bool { return arg == "--"+flag || strings.HasPrefix(arg, flag+"=") })
	}) {
		args = append(args, "--model", "gmn")
	}
	for _, own := range [][]string{{"--epochs", "4"}, {"--batch", "8"}, {"--layers", "1"}, {"--hidden", "8"}, {"--valid-every", "2"}} {
		if !slices.Contains(flags, own[0]) {
			args = append(args, own...)
		}
	}
	return append(append(args, "-o", folder), flags...)
}

func getSession(t *testing.T) *session {
	t.Helper()
	s, err := theSession()
	require.NoError(t, err)
	return s
}

// requireEmpty fails if anything is in the folder, temporary files included.
func requireEmpty(t *testing.T, folder string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
}

// copyRun copies a run folder, for tests that damage it.
func copyRun(t *testing.T, from string) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "run")
	require.NoError(t, os.CopyFS(folder, os.DirFS(from)))
	return folder
}

// damage copies a data set with one array changed by edit, which is given
// the array's whole .npy file.
func damage(t *testing.T, data, array string, edit func(npy []byte) []byte) (path string) {
	t.Helper()
	archive, err := zip.OpenReader(data)
	require.NoError(t, err)
	defer archive.Close()
	var content bytes.Buffer
	copied := zip.NewWriter(&content)
	for _, entry := range archive.File {
		reader, err := entry.Open()
		require.NoError(t, err)
		npy, err := io.ReadAll(reader)
		require.NoError(t, err)
		if entry.Name == array+".npy" {
			npy = edit(npy)
		}
		writer, err := copied.Create(entry.Name)
		require.NoError(t, err)
		_, err = writer.Write(npy)
		require.NoError(t, err)
	}
	require.NoError(t, copied.Close())
	path = filepath.Join(t.TempDir(), "damaged.npz")
	require.NoError(t, os.WriteFile(path, content.Bytes(), 0o600))
	return path
}
