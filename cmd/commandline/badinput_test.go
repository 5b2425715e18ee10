package commandline

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/onnx/onnxpb"
	"gmnc/run/weights"
	"gmnc/runtime/engines"
)

// write writes a file into a folder of its own.
func write(t *testing.T, name string, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	return content
}

// firstNumber overwrites the first number of an array.
func firstNumber(bits []byte) func(npy []byte) []byte {
	return func(npy []byte) []byte {
		copy(npy[bytes.IndexByte(npy, '\n')+1:], bits)
		return npy
	}
}

func TestBadDataSets(t *testing.T) {
	s := getSession(t)
	whole := readFile(t, s.data)
	nan := binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(math.NaN())))
	for name, c := range map[string]struct{ path, message string }{
		"missing":    {filepath.Join(t.TempDir(), "absent.npz"), "does not exist: check the name, or make a data set with gmnc simulate"},
		"a folder":   {s.run, "is a folder, expected an .npz file"},
		"empty":      {write(t, "empty.npz", nil), "is an empty file, expected an .npz file"},
		"truncated":  {write(t, "truncated.npz", whole[:len(whole)/2]), "is cut short or damaged"},
		"text":       {write(t, "text.npz", []byte("position,velocity\n")), "is not an .npz file"},
		"wrong type": {damage(t, s.data, "test_x0", func(npy []byte) []byte { return bytes.Replace(npy, []byte("<f4"), []byte("<i4"), 1) }), `test_x0 has element type "<i4", expected float32 or float64`},
		"index":      {damage(t, s.data, "test_sticks", firstNumber(binary.LittleEndian.AppendUint64(nil, 10))), "test_sticks: sample 0, stick 0: particle 10 is out of range, expected 0 to 9"},
		"NaN":        {damage(t, s.data, "test_x0", firstNumber(nan)), "test_x0: sample 0, particle 0, axis x: NaN is not a finite float32"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			requireFailure(t, c.message, "train", c.path, "-o", filepath.Join(folder, "run"), "--batch", "8")
			requireFailure(t, c.message, "predict", s.run, c.path, "-o", filepath.Join(folder, "out.npz"))
			requireEmpty(t, folder)
		})
	}
	requireFailure(t, `the split "test" has no samples: there are samples in [train, valid]`, "predict", s.run, onlyTrainAndValid(t))
}

func onlyTrainAndValid(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "data.npz")
	gmnc(t, "simulate", "--train", "2", "--valid", "2", "--test", "0", "-o", path)
	return path
}

func TestBadModelFiles(t *testing.T) {
	s := getSession(t)
	whole := readFile(t, s.model)
	foreign, err := proto.Marshal(&onnxpb.ModelProto{
		IrVersion: proto.Int64(8), ProducerName: proto.String("pytorch"), ProducerVersion: proto.String("2.4"),
		OpsetImport: []*onnxpb.OperatorSetIdProto{{Version: proto.Int64(17)}},
		Graph: &onnxpb.GraphProto{
			Name:   proto.String("main"),
			Node:   []*onnxpb.NodeProto{{OpType: proto.String("Identity"), Input: []string{"x"}, Output: []string{"y"}}},
			Input:  []*onnxpb.ValueInfoProto{{Name: proto.String("x")}},
			Output: []*onnxpb.ValueInfoProto{{Name: proto.String("y")}},
		},
	})
	require.NoError(t, err)
	for name, c := range map[string]struct{ path, message string }{
		"missing":    {filepath.Join(t.TempDir(), "absent.onnx"), "absent.onnx does not exist: expected a model"},
		"foreign":    {write(t, "foreign.onnx", foreign), "it was made by \"pytorch\"; only a file that `gmnc export` wrote can be read back"},
		"truncated":  {write(t, "truncated.onnx", whole[:len(whole)/2]), "cut short"},
		"last byte":  {write(t, "truncated.onnx", whole[:len(whole)-1]), "cut short"},
		"empty":      {write(t, "empty.onnx", nil), "the file is empty: export the model again"},
		"text":       {write(t, "text.onnx", []byte("this is no model")), "not an ONNX file, or one that was cut short"},
		"no model":   {write(t, "notes.txt", []byte("notes")), "is neither a run folder nor an .onnx file"},
		"a data set": {s.data, "is neither a run folder nor an .onnx file"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			for _, runtime := range append([]string{"auto"}, engines.Names(engines.All())...) {
				requireFailure(t, c.message, "predict", c.path, s.data, "--runtime", runtime, "-o", filepath.Join(folder, "out.npz"))
			}
			if c.path != s.data {
				requireFailure(t, c.message, "inspect", c.path)
			}
			requireFailure(t, "is not a run folder", "export", c.path, "-o", filepath.Join(folder, "model.onnx"))
			requireEmpty(t, folder)
		})
	}
}

func TestBadRuns(t *testing.T) {
	s := getSession(t)
	for name, c := range map[string]struct {
		damage  func(run string) error
		message string
	}{
		"empty": {func(run string) error {
			if err := os.RemoveAll(run); err != nil {
				return err
			}
			return os.Mkdir(run, 0o755)
		}, "is not a run folder: "},
		"no config": {func(run string) error { return os.Remove(filepath.Join(run, "config.json")) },
			"(gmnc train, gmnc identify --run and gmnc import make one)"},
		"no weights": {func(run string) error { return os.Remove(filepath.Join(run, "weights.safetensors")) },
			"has no weights.safetensors: it was removed, as there was a validation after epoch 2"},
		"garbage config": {func(run string) error { return os.WriteFile(filepath.Join(run, "config.json"), []byte("{}{"), 0o600) },
			"config.json is not a run's configuration"},
		"impossible config": {replace("config.json", `"layers": 1`, `"layers": -1`), "-1 layers: a model has 1 to 2000"},
		"unknown option":    {replace("config.json", `"layers"`, `"lairs"`), `unknown field "lairs"`},
		"another width":     {replace("config.json", `"hidden": 8`, `"hidden": 16`), "was changed after it was written: model.hidden is 16 and was 8: put back"},
		"another depth":     {replace("config.json", `"layers": 1`, `"layers": 2`), "was changed after it was written: model.layers is 2 and was 1: put back"},
		"cut weights": {func(run string) error { return os.Truncate(filepath.Join(run, "weights.safetensors"), 1000) },
			"weights.safetensors"},
	} {
		t.Run(name, func(t *testing.T) {
			run, folder := copyRun(t, s.run), t.TempDir()
			require.NoError(t, c.damage(run))
			requireFailure(t, c.message, "predict", run, s.data, "-o", filepath.Join(folder, "out.npz"))
			requireFailure(t, c.message, "export", run, "-o", filepath.Join(folder, "model.onnx"))
			requireFailure(t, c.message, "inspect", run)
			requireEmpty(t, folder)
		})
	}
}

// replace replaces text in a file of a run.
func replace(name, old, new string) func(run string) error {
	return func(run string) error {
		path := filepath.Join(run, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, []byte(strings.Replace(string(text), old, new, 1)), 0o600)
	}
}

func TestImpossibleTrainings(t *testing.T) {
	s := getSession(t)
	folder := t.TempDir()
	run := filepath.Join(folder, "run")
	for message, flags := range map[string]string{
		"training set has 16 samples, fewer than one batch of 200, and what is no whole batch is left out: train without --drop-last, use --batch 16 or less, or more data": "--batch 200 --drop-last",
		"--train-size asks for 17 samples; the training split has 16": "--train-size 17",
		"is not a run folder": "--resume",
	} {
		requireFailure(t, message, s.training(run, strings.Fields(flags)...)...)
		requireEmpty(t, folder)
	}
	for message, flags := range map[string]string{
		"0 epochs train nothing":          "--epochs 0",
		"0 layers: a model has 1 to 2000": "--layers 0",
		"--hinges sticks does not go with --model egnn: it is an option of gmn": "--model egnn --hinges sticks",
		"--hinges sticks does not go with --phi2 f":                             "--hinges sticks --phi2 f",
		"a learning rate of -1 does not learn: --lr is a number above 0":        "--lr -1",
		"a learning rate of 0 does not learn":                                   "--lr 0",
		"--memory +Inf: expected a number of gigabytes":                         "--memory inf",
		"--memory -1: expected a number of gigabytes":                           "--memory -1",
	} {
		requireOneLine(t, exitUsage, message, call(t.Context(), s.training(run, strings.Fields(flags)...)...))
		requireEmpty(t, folder)
	}
	requireFailure(t, "--integrator semi-implicit-euler moves no trees: leave --integrator out",
		"simulate", "-o", filepath.Join(folder, "data.npz"), "--system", "1tree(3)", "--integrator", "semi-implicit-euler")
	requireEmpty(t, folder)
	for _, opset := range []string{"14", "22"} {
		requireOneLine(t, exitUsage, "--opset "+opset+" is impossible: expected 15 to 21",
			call(t.Context(), "export", s.run, "-o", filepath.Join(folder, "model.onnx"), "--opset", opset))
		requireEmpty(t, folder)
	}
}

func TestBadWeights(t *testing.T) {
	folder := t.TempDir()
	run := filepath.Join(folder, "run")
	other := filepath.Join(t.TempDir(), "other.safetensors")
	require.NoError(t, weights.Write(other, weights.File{Tensors: []weights.Tensor{{Name: "bias", Shape: []int{1}, Data: []float32{0}}}}))
	for message, path := range map[string]string{
		"no such file or directory":                      filepath.Join(t.TempDir(), "absent.pt"),
		"known are .safetensors, .pt, .pth and .ckpt":    write(t, "weights.bin", nil),
		"not a PyTorch file":                             write(t, "text.pt", []byte("text")),
		"these are not the weights of a published model": other,
		"cannot read ":                                   write(t, "cut.safetensors", readFile(t, other)[:40]),
	} {
		requireFailure(t, message, "import", path, "-o", run)
		requireEmpty(t, folder)
	}
}
