package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/system"
)

// launcher is an implementation of MPI with the program built for it.
type launcher struct {
	name, program string
	options       []string // of mpirun
	rank          string   // the variable that has a process's rank
	// silent says that the launcher kills all ranks when one dies, mostly before
	// another can say which.
	silent bool
}

// launchers build the program for Open MPI and for MPICH.
func launchers(t *testing.T, folder string) []launcher {
	all := []launcher{
		{name: "openmpi", options: []string{"--oversubscribe"}, rank: "OMPI_COMM_WORLD_RANK"},
		{name: "mpich", rank: "PMI_RANK", silent: true},
	}
	for i := range all {
		all[i].program = filepath.Join(folder, "gmnc."+all[i].name)
		build := exec.Command("go", "build", "-tags", "mpi", "-o", all[i].program, ".")
		build.Env = append(os.Environ(), "CC=mpicc."+all[i].name, "CGO_ENABLED=1")
		output, err := build.CombinedOutput()
		require.NoError(t, err, "%s", output)
	}
	return all
}

// mpirun is a call on ranks, which is not started yet. Only tests run more
// ranks than there are processors, and as root.
func (l launcher) mpirun(ranks int, args ...string) *exec.Cmd {
	return l.each(strings.Fields(fmt.Sprintf("-n %d %s %s", ranks, l.program, strings.Join(args, " ")))...)
}

// each is a call with the rest of mpirun's arguments.
func (l launcher) each(args ...string) *exec.Cmd {
	command := exec.Command("mpirun."+l.name, append(l.options, args...)...)
	command.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
		"OMPI_MCA_rmaps_base_oversubscribe=1", "GOMAXPROCS=1")
	return command
}

func succeed(t *testing.T, command *exec.Cmd) string {
	t.Helper()
	output, err := command.CombinedOutput()
	require.NoError(t, err, "%v: %s", command, output)
	return string(output)
}

// seconds are the only bytes of a run that are not the same every time.
var seconds = regexp.MustCompile(`[\d.]+(,[^,]*)$`)

// digests are of what a run's folder holds, except for times and the lock.
func digests(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, name := range []string{"config.json", "weights.safetensors", "state.safetensors", run.MetricsName} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		if name == run.MetricsName {
			lines := strings.Split(strings.TrimSpace(string(content)), "\n")
			for i := range lines {
				lines[i] = seconds.ReplaceAllString(lines[i], "$1")
			}
			content = []byte(strings.Join(lines, "\n"))
		}
		found[name] = fmt.Sprintf("%x", sha256.Sum256(content))
	}
	return found
}

// data writes a data set of random systems.
func data(t *testing.T, path string, composition system.Composition, train, valid int) string {
	t.Helper()
	samples := fixtures.Samples(composition, train+valid, 5)
	require.NoError(t, datasets.Write(path, &datasets.Data{Train: samples[:train], Valid: samples[train:]}))
	return path
}

const model = "--model gmn --layers 2 --hidden 8 --lr 1e-3"

// TestMPI trains with real mpirun of both implementations.
func TestMPI(t *testing.T) {
	testenv.Asked(t, "mpi")
	folder := t.TempDir()
	alone := filepath.Join(folder, "gmnc")
	output, err := exec.Command("go", "build", "-o", alone, ".").CombinedOutput()
	require.NoError(t, err, "%s", output)
	symbols, err := exec.Command("go", "tool", "nm", alone).Output()
	require.NoError(t, err)
	require.NotContains(t, string(symbols), "MPI_", "without the tag nothing of MPI is in the program")

	small := data(t, filepath.Join(folder, "small.npz"), system.Composition{2, 1}, 60, 7)
	huge := data(t, filepath.Join(folder, "huge.npz"), system.Composition{110, 5}, 1, 1)
	whole := func(name, args string) map[string]string {
		succeed(t, exec.Command(alone, strings.Fields("train "+args+" -o "+filepath.Join(folder, name))...))
		return digests(t, filepath.Join(folder, name))
	}
	bits := fmt.Sprintf("%s --epochs 2 --batch 30 --valid-every 1 %s", small, model)
	few := fmt.Sprintf("%s --epochs 2 --batch 3 --train-size 6 %s", small, model)
	large := fmt.Sprintf("%s --epochs 2 --batch 1 %s", huge, model)
	// A fast machine takes a second for 600 epochs, and may be done before it is interrupted.
	long := fmt.Sprintf("%s --epochs 3000 --batch 20 --valid-every 10 %s", small, model)
	want := map[string]map[string]string{}
	for name, args := range map[string]string{"bits": bits, "few": few, "large": large, "long": long} {
		want[name] = whole(name, args)
	}
	read := func(path string) []byte {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		return content
	}
	file := func(program, name string) []byte {
		path := filepath.Join(folder, filepath.Base(name)+".onnx")
		succeed(t, exec.Command(program, "export", filepath.Join(folder, name), "-o", path))
		return read(path)
	}
	exported := file(alone, "bits")
	succeed(t, exec.Command(alone, strings.Fields("simulate --system 2,1,0 --train 4 --valid 1 --test 2 -o "+folder+"/alone.npz")...))
	simulation := read(filepath.Join(folder, "alone.npz"))
	for _, l := range launchers(t, folder) {
		t.Run(l.name, func(t *testing.T) {
			same := func(name, args string, ranks int, more ...string) {
				own := fmt.Sprintf("%s-%s-%d", name, l.name, ranks)
				succeed(t, l.mpirun(ranks, append([]string{"train", args, "-o", filepath.Join(folder, own)}, more...)...))
				require.Equal(t, want[name], digests(t, filepath.Join(folder, own)), own)
			}
			for _, ranks := range []int{1, 2, 4, 8, 16} {
				same("bits", bits, ranks)
			}
			require.Equal(t, exported, file(l.program, "bits-"+l.name+"-4"), "the exported file")
			same("few", few, 4, "--each-reads")
			same("large", large, 4)
			simulated := filepath.Join(folder, l.name+".npz")
			succeed(t, l.mpirun(3, "simulate --system 2,1,0 --train 4 --valid 1 --test 2 -o", simulated))
			require.Equal(t, simulation, read(simulated))
			t.Run("faults", func(t *testing.T) { faults(t, l, folder, long, want["long"]) })
			t.Run("refusals", func(t *testing.T) { refusals(t, l, folder, bits) })
		})
	}
}

// faults kills a rank, then interrupts the launcher, and goes on each time with
// another number of ranks.
func faults(t *testing.T, l launcher, folder, args string, want map[string]string) {
	output := filepath.Join(folder, "faults-"+l.name)
	begin := func(ranks, epochs int, more ...string) (*exec.Cmd, *bytes.Buffer) {
		text := new(bytes.Buffer)
		command := l.mpirun(ranks, append([]string{"train", args, "-o", output}, more...)...)
		command.Stdout, command.Stderr = text, text
		require.NoError(t, command.Start())
		require.Eventually(t, func() bool {
			rows, err := run.ReadMetrics(run.Folder(output))
			return err == nil && len(rows) >= epochs
		}, time.Minute, 5*time.Millisecond)
		return command, text
	}
	killed, text := begin(3, 5)
	for _, number := range processes(t, l, "1") {
		process, err := os.FindProcess(number)
		require.NoError(t, err)
		require.NoError(t, process.Kill())
	}
	require.Error(t, killed.Wait())
	said := regexp.MustCompile(`(?m)^gmnc: rank 1 on .* was killed or crashed`).FindAllString(text.String(), -1)
	require.True(t, len(said) == 1 || l.silent && len(said) == 0, text)
	require.Eventually(t, func() bool { return len(processes(t, l, "0", "1", "2")) == 0 }, 10*time.Second, 10*time.Millisecond)

	rows, err := run.ReadMetrics(run.Folder(output))
	require.NoError(t, err)
	stopped, text := begin(4, len(rows)+5, "--resume")
	require.NoError(t, stopped.Process.Signal(os.Interrupt))
	require.Error(t, stopped.Wait())
	require.Contains(t, text.String(), "stopped: the epochs done are saved in "+output)
	succeed(t, l.mpirun(2, "train", args, "-o", output, "--resume"))
	require.Equal(t, want, digests(t, output))
}

// processes are the process ids of the program with one of the ranks.
func processes(t *testing.T, l launcher, ranks ...string) (found []int) {
	t.Helper()
	folders, err := filepath.Glob("/proc/[0-9]*")
	require.NoError(t, err)
	for _, folder := range folders {
		program, _ := os.Readlink(folder + "/exe")
		environment, _ := os.ReadFile(folder + "/environ")
		for _, rank := range ranks {
			var process int
			if program == l.program && bytes.Contains(environment, []byte("\x00"+l.rank+"="+rank+"\x00")) {
				_, err := fmt.Sscan(filepath.Base(folder), &process)
				require.NoError(t, err)
				found = append(found, process)
			}
		}
	}
	return found
}

// refusals: a rank that differs is named, and nothing is written.
func refusals(t *testing.T, l launcher, folder, args string) {
	output := filepath.Join(folder, "refused-"+l.name)
	other := data(t, filepath.Join(t.TempDir(), "small.npz"), system.Composition{2, 1}, 61, 7)
	train := strings.Fields("-n 1 " + l.program + " train " + args + " --each-reads -o " + output)
	for text, second := range map[string][]string{
		"rank 1 has generic kernels and not":                append([]string{"-n", "1", "env", "GMNC_CPU=generic"}, train[2:]...),
		"rank 1 has seed 2 and not 1":                       append(train, "--seed", "2"),
		"rank 1 has scale .*; other data, a file small.npz": append(strings.Fields("-n 1 "+l.program+" train "+other), train[5:]...),
		"rank 1 on .*: unknown flag --unheard":              append(train, "--unheard"),
		"rank 1 on .*: .*absent.npz does not exist":         append(strings.Fields("-n 1 "+l.program+" train "+folder+"/absent.npz"), train[5:]...),
		"rank 1 has layers 3 and not 2, as rank 0 has":      strings.Fields(strings.Replace(strings.Join(train, " "), "--layers 2", "--layers 3", 1)),
	} {
		found, err := l.each(append(append(train, ":"), second...)...).CombinedOutput()
		require.Error(t, err, "%s", found)
		require.Regexp(t, "(?m)^gmnc: .*"+text, string(found))
		require.Equal(t, 1, strings.Count("\n"+string(found), "\ngmnc: "), "%s", found)
		require.NoDirExists(t, output)
	}
	require.Equal(t, 1, strings.Count(succeed(t, l.mpirun(2, "models")), "gmn-ode "), "one rank does what is not shared")
}
