package weights

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/nlpodyssey/gopickle/types"
	"github.com/stretchr/testify/require"
)

// requireState checks the tensors that testdata/make.py writes as "state".
func requireState(t *testing.T, file File) {
	t.Helper()
	ramp := []float32{-1, -0.75, -0.5, -0.25, 0, 0.25}
	expected := map[string]Tensor{
		"single":     {Shape: []int{2, 3}, Data: ramp},
		"double":     {Shape: []int{2, 3}, Data: ramp},
		"half":       {Shape: []int{2, 3}, Data: ramp},
		"brain":      {Shape: []int{2, 3}, Data: ramp},
		"transposed": {Shape: []int{2, 3}, Data: []float32{-1, -0.5, 0, -0.75, -0.25, 0.25}},
		"column":     {Shape: []int{2}, Data: []float32{0.5, 1.5}},
		"repeated":   {Shape: []int{2, 3}, Data: []float32{-1, -1, -1, -0.75, -0.75, -0.75}},
		"scalar":     {Shape: []int{}, Data: []float32{2.5}},
		"empty":      {Shape: []int{0, 3}, Data: []float32{}},
		"tied":       {Shape: []int{4}, Data: ramp[:4]},
		"tied_again": {Shape: []int{4}, Data: ramp[:4]},
		"parameter":  {Shape: []int{2}, Data: ramp[:2]},
	}
	require.Len(t, file.Tensors, len(expected))
	for name, tensor := range expected {
		got := tensorNamed(t, file, name)
		require.Equal(t, tensor.Shape, got.Shape, name)
		require.Equal(t, tensor.Data, got.Data, name)
	}
	require.IsIncreasing(t, names(file))
}

func names(file File) []string {
	var names []string
	for _, tensor := range file.Tensors {
		names = append(names, tensor.Name)
	}
	return names
}

func TestReadsTorchStateDicts(t *testing.T) {
	for _, name := range []string{"state.pt", "state_protocol4.pt", "state_legacy.pt"} {
		t.Run(name, func(t *testing.T) {
			file, err := Load(filepath.Join("testdata", name))
			require.NoError(t, err)
			requireState(t, file)
		})
	}
}

func TestReadsCheckpoints(t *testing.T) {
	lightning := filepath.Join(t.TempDir(), "epoch=3.ckpt")
	content, err := os.ReadFile(filepath.Join("testdata", "checkpoint.pt"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(lightning, content, 0o600))
	for _, path := range []string{filepath.Join("testdata", "checkpoint.pt"), filepath.Join("testdata", "checkpoint_model.pth"), lightning} {
		file, err := Load(path)
		require.NoError(t, err)
		require.Equal(t, []Tensor{
			{Name: "bias", Shape: []int{1}, Data: []float32{-1}},
			{Name: "weight", Shape: []int{1, 2}, Data: []float32{-1, -0.75}},
		}, file.Tensors)
		require.Equal(t, map[string]string{"epoch": "7", "args.hidden": "2"}, file.Metadata)
	}
}

// TestKeepsNotesBesideTheWeights reads a pickle written by hand, opcode by
// opcode: {"norm_diff": True, "config": {"tanh": False, "lr": 0.5}, "args":
// Namespace(name="a"), "state_dict": {}}.
func TestKeepsNotesBesideTheWeights(t *testing.T) {
	text := func(s string) string { return "X" + string([]byte{byte(len(s)), 0, 0, 0}) + s }
	pickle := "\x80\x02}(" + text("norm_diff") + "\x88" +
		text("config") + "}(" + text("tanh") + "\x89" + text("lr") + "G\x3f\xe0\x00\x00\x00\x00\x00\x00u" +
		text("args") + "cargparse\nNamespace\n)\x81}" + text("name") + text("a") + "sb" +
		text("state_dict") + "}u."
	got, err := decodeTorch(archived(t, pickle))
	require.NoError(t, err)
	require.Equal(t, map[string]string{"norm_diff": "true", "config.tanh": "false", "config.lr": "0.5", "args.name": "a"}, got.Metadata)
}

func TestReadTorchRefuses(t *testing.T) {
	folder := t.TempDir()
	notTorch := filepath.Join(folder, "text.pt")
	require.NoError(t, os.WriteFile(notTorch, []byte("hello"), 0o600))
	for path, message := range map[string]string{
		"testdata/bad_module.pt":   "save model.state_dict()",
		"testdata/bad_tensor.pt":   "it holds a single tensor, expected a state dict",
		"testdata/bad_integers.pt": `tensor "steps": it is of type LongStorage`,
		"testdata/bad_entry.pt":    `entry "epoch" is 7, expected a tensor`,
		"testdata/bad_script.pt":   "it is a TorchScript model",
		notTorch:                   "not a PyTorch file",
	} {
		_, err := readTorch(path)
		require.ErrorContains(t, err, message)
		require.ErrorContains(t, err, path)
	}
}

func TestEveryCutIsNoticed(t *testing.T) {
	for _, name := range []string{"state.pt", "state_legacy.pt", "state.safetensors"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(t, err)
		decode := decodeTorch
		if filepath.Ext(name) == ".safetensors" {
			decode = Decode
		}
		for length := range data {
			_, err := decode(data[:length])
			require.Regexp(t, "cut short|the header's length alone takes|which torch.save never writes", err, "%s cut to %d bytes", name, length)
		}
	}
}

func TestDamagedZipRecordIsNoticed(t *testing.T) {
	data, err := os.ReadFile("testdata/state.pt")
	require.NoError(t, err)
	place := bytes.Index(data, []byte{0, 0, 0x80, 0xbf, 0, 0, 0x40, 0xbf}) // -1, -0.75
	require.Positive(t, place)
	data[place] ^= 1
	_, err = decodeTorch(data)
	require.ErrorIs(t, err, zip.ErrChecksum)
}

func TestHostilePicklesAreErrors(t *testing.T) {
	for message, text := range map[string]string{
		"cut short":              "\x80\x04\x8e\xff\xff\xff\xff\xff\xff\xff\x7f.",
		"never writes":           "\x80\x02\x8b\x00\x00\x00\x00.",
		"the pickle in it is br": "\x80\x02\x8a\x00.",
		"begin with the number":  "\x80\x02K\x01.",
	} {
		_, err := decodeTorch([]byte(text))
		require.ErrorContains(t, err, message)
	}
}

// TestMovingAverages: a checkpoint with a moving average of its weights beside them says so,
// as its values beside a model alone do not.
func TestMovingAverages(t *testing.T) {
	dict := func(name string, value any) *types.Dict {
		d := types.NewDict()
		d.Set(name, value)
		return d
	}
	tensor := &torchTensor{}
	for _, c := range []struct {
		key     string
		value   any
		average bool
	}{
		{"ema_state_dict", dict("weight", tensor), true},
		{"model_EMA", dict("shadow", dict("weight", tensor)), true},
		{"swa", dict("weight", tensor), true},
		{"averaged", dict("weight", tensor), true},
		{"shadow.params", dict("weight", tensor), true},
		{"ema", dict("decay", 0.99), false},
		{"ema", dict("a", dict("b", dict("weight", tensor))), false},
		{"ema", 0.99, false},
		{"emanations", dict("weight", tensor), false},
		{"schema", dict("weight", tensor), false},
		{"optimizer", dict("weight", tensor), false},
	} {
		checkpoint := dict("state_dict", dict("weight", tensor))
		checkpoint.Set(c.key, c.value)
		state, _, err := stateDict(checkpoint)
		if !c.average {
			require.NoError(t, err, c.key)
			require.Len(t, state, 1)
			continue
		}
		require.EqualError(t, err, "it has two sets of weights, state_dict and "+c.key+`, a moving average of them: save the one that you want, such as torch.save(torch.load(path)["`+c.key+`"], "weights.pt")`)
	}
}
