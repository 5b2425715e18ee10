package commandline

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/run/weights"
)

// writer is a command that writes, for tests that disturb it at its writes.
type writer struct {
	name string
	// args write into a folder that is empty.
	args func(folder string) []string
	// again is what the command needs in addition to go on, or begin anew,
	// where something of it is in the folder.
	again string
	// kept are the files that a command leaves that was disturbed and called
	// again, which are the files of a command that was not disturbed.
	kept []string
}

// writers are all commands that write into a file or a run, with the smallest
// jobs; demo and reproduce are made of them.
func (s *session) writers(t *testing.T) []writer {
	t.Helper()
	inputs := t.TempDir()
	published, bonds := filepath.Join(inputs, "published.safetensors"), filepath.Join(inputs, "bonds.npz")
	trained, err := run.Read(run.Folder(s.run))
	require.NoError(t, err)
	require.NoError(t, weights.Write(published, asPublished(t, trained)))
	trajectory := chain(t, 60)
	gmnc(t, "prepare", "md17", trajectory, "--span", "20", "--at-random", "-o", bonds)
	// in gives the arguments their folder, in the place of a @.
	in := func(args ...string) func(folder string) []string {
		return func(folder string) (placed []string) {
			for _, arg := range args {
				placed = append(placed, strings.ReplaceAll(arg, "@", folder))
			}
			return placed
		}
	}
	return []writer{
		{"simulate", in("simulate", "--system", "1,1,0", "--train", "2", "--valid", "0", "--test", "0", "-o", "@/data.npz"), "--force", []string{"data.npz"}},
		{"prepare", in("prepare", "md17", trajectory, "--span", "20", "--at-random", "-o", "@/data.npz"), "--force", []string{"data.npz"}},
		{"decompose", in("decompose", bonds, "--maximum", "-o", "@/data.npz"), "--force", []string{"data.npz"}},
		{"train", in(s.training("@/run", "--epochs", "1")...), "--resume", []string{"run/weights.safetensors", "run/state.safetensors"}},
		{"import", in("import", published, "-o", "@/run"), "--force", []string{"run/weights.safetensors", "run/config.json"}},
		{"export", in("export", s.run, "-o", "@/model.onnx"), "--force", []string{"model.onnx"}},
		{"predict", in("predict", s.run, s.data, "-o", "@/out.npz"), "--force", []string{"out.npz"}},
		{"rollout", in("rollout", s.run, s.data, "--steps", "2", "--velocity", "displacement", "-o", "@/out.npz"), "--force", []string{"out.npz"}},
		{"report", in("report", s.run, "-o", "@/report.html"), "--force", []string{"report.html"}},
		{"plot", in("plot", s.run, "-o", "@/pictures"), "--force", nil},
		{"fit", in("fit", walk(t, "hip", "knee", "foot", "toe"), "-o", "@/run"), "--force", []string{"run/weights.safetensors", "run/config.json"}},
		{"verify", in("verify", s.model, "--seed", "1", "--html", "@/page.html"), "--force", nil},
		{"compare", in("compare", s.run, s.run, "-o", "@/curves.svg"), "--force", nil},
	}
}

// undisturbed runs a writer and returns the files that it keeps. A writer that keeps none need not run.
func (w writer) undisturbed(t *testing.T) map[string]string {
	t.Helper()
	if len(w.kept) == 0 {
		return nil
	}
	folder := t.TempDir()
	gmnc(t, w.args(folder)...)
	return w.files(t, folder)
}

func (w writer) files(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range w.kept {
		files[name] = string(readFile(t, filepath.Join(folder, name)))
	}
	return files
}

// goOn calls the command again after it was disturbed. A train that left no run
// to resume begins anew.
func (w writer) goOn(t *testing.T, folder string) {
	t.Helper()
	args := w.args(folder)
	if w.again != "--resume" || run.Started(run.Folder(filepath.Join(folder, "run"))) {
		args = append(args, w.again)
	}
	gmnc(t, args...)
}

// leftovers are the temporary files below a folder.
func leftovers(t *testing.T, folder string) (paths []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasPrefix(filepath.Base(path), ".gmnc.") {
			paths = append(paths, path)
		}
		return err
	}))
	return paths
}

// requireSameFiles compares what is kept without printing it.
func requireSameFiles(t *testing.T, want, got map[string]string) {
	t.Helper()
	require.Len(t, got, len(want))
	for name := range want {
		require.True(t, want[name] == got[name], "%s is not as of a command that was not disturbed", name)
	}
}
