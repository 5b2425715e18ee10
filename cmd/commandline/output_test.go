package commandline

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// outputs are the commands that write, without the place to write to.
func (s *session) outputs() map[string][]string {
	training := s.training("")
	return map[string][]string{
		"simulate": {"simulate", "--train", "4", "--valid", "0", "--test", "0", "-o"},
		"train":    training[:len(training)-1],
		"export":   {"export", s.run, "-o"},
		"predict":  {"predict", s.run, s.data, "-o"},
	}
}

// outputName is the name of something that a command writes.
func outputName(command string) string {
	switch command {
	case "train":
		return "run"
	case "export":
		return "model.onnx"
	}
	return "data.npz"
}

func TestOutputThatCannotBe(t *testing.T) {
	s := getSession(t)
	for name, args := range s.outputs() {
		t.Run(name, func(t *testing.T) {
			folder, file, output := t.TempDir(), write(t, "file", []byte("text")), outputName(name)
			requireFailure(t, "not a directory", append(args, filepath.Join(file, output))...)
			require.Equal(t, "text", string(readFile(t, file)))
			if name == "train" {
				return // makes its folder and those above it
			}
			requireFailure(t, "is the folder there, and may you write to it?", append(args, filepath.Join(folder, "absent", output))...)
			requireEmpty(t, folder)
			below := filepath.Join(t.TempDir(), output)
			require.NoError(t, os.Mkdir(below, 0o755))
			requireFailure(t, "it is a folder (name a file to write)", append(args, below)...)
			requireEmpty(t, below)
			device := filepath.Join(folder, output)
			require.NoError(t, os.Symlink(os.DevNull, device))
			requireFailure(t, "it is neither a file nor a folder", append(args, device)...)
			target, err := os.Readlink(device)
			require.NoError(t, err)
			require.Equal(t, os.DevNull, target)
		})
	}
}

// TestPredictionsDoNotReplaceTheirData, whatever name it goes by.
func TestPredictionsDoNotReplaceTheirData(t *testing.T) {
	s := getSession(t)
	data := filepath.Join(t.TempDir(), "link.npz")
	require.NoError(t, os.Symlink(s.data, data))
	for _, command := range []string{"predict", "rollout"} {
		requireOneLine(t, exitUsage, "is the data set itself, which would be replaced: name another file",
			call(t.Context(), command, s.run, s.data, "-o", data, "--force"))
	}
}

func TestReadOnlyFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("permissions do not bind root; TestOutputThatCannotBe has what binds everybody")
	}
	s := getSession(t)
	for name, args := range s.outputs() {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			require.NoError(t, os.Chmod(folder, 0o555))
			requireFailure(t, "permission denied", append(args, filepath.Join(folder, outputName(name)))...)
			requireEmpty(t, folder)
		})
	}
}

// TestExtensions: files to write have the extension by which other commands know them, in any case.
func TestExtensions(t *testing.T) {
	for _, c := range []struct {
		path  interface{ Validate() error }
		wrong string
	}{
		{npzPath(""), ""}, {npzPath("a.NPZ"), ""}, {npzPath("a.onnx"), "a.onnx does not end in .npz, by which other commands know it"},
		{onnxPath("a.onnx"), ""}, {onnxPath("onnx"), "onnx does not end in .onnx"}, {jsonPath("a.json"), ""}, {jsonPath("a"), "a does not end in .json"},
		{htmlPath("a.html"), ""}, {htmlPath("a.htm"), "a.htm does not end in .html"}, {picturePath(""), ""}, {picturePath("a.svg"), ""}, {picturePath("a.jpg"), ".jpg"},
		{benchPath(""), ""}, {benchPath("a.csv"), ""}, {benchPath("a.json"), ""}, {benchPath("a.txt"), "a.txt ends neither in .json nor in .csv"},
		{integratorFlag(""), ""}, {integratorFlag("leapfrog"), "leapfrog"},
		{&verifyCommand{}, ""}, {&verifyCommand{File: "a.onnx"}, ""}, {&verifyCommand{File: "a.txt"}, "a.txt does not end in .onnx: expected a file of gmnc export"},
		{&verifyCommand{File: t.TempDir()}, "is a folder, expected an .onnx file"},
	} {
		if err := c.path.Validate(); c.wrong == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.wrong)
		}
	}
}

// TestFoldersAreNotNamedLikeFiles, and a folder needs a name.
func TestFoldersAreNotNamedLikeFiles(t *testing.T) {
	for _, extension := range fileExtensions {
		_, err := parsed("train", "data.npz", "-o", "run"+extension)
		require.ErrorContains(t, err, "run"+extension+" must be a folder, but ends like a file: leave "+extension+" out")
	}
	all, err := parsed("train", "data.npz", "-o", "run.1")
	require.NoError(t, err)
	require.Equal(t, "run.1", all.Train.Output)
	_, err = parsed("train", "data.npz", "-o")
	require.ErrorContains(t, err, "--output")
}
