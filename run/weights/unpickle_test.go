package weights

import (
	"strings"
	"testing"

	"github.com/nlpodyssey/gopickle/types"
	"github.com/stretchr/testify/require"
)

func tuple(values ...any) *types.Tuple { return types.NewTupleFromSlice(values) }

// TestReferencesToStorages: a reference has the class, the key and the count of a storage, which all references to the
// key share.
func TestReferencesToStorages(t *testing.T) {
	class := &opaque{class: "torch.FloatStorage"}
	a := newTorchArchive(nil)
	found, err := a.storageOf(tuple("storage", class, "0", "cpu", 0))
	require.NoError(t, err)
	require.Equal(t, &storage{key: "0", class: "FloatStorage", count: 0}, found)
	again, err := a.storageOf(tuple("storage", class, "0", "cpu", 0, nil))
	require.NoError(t, err)
	require.Same(t, found, again)
	const foreign, malformed = "a reference in it is not to a tensor's storage", "a reference to a tensor's storage is malformed"
	for _, c := range []struct {
		id   any
		want string
	}{
		{"0", foreign},
		{tuple("storage", class, "0", "cpu"), foreign},
		{tuple("module", class, "0", "cpu", 1), foreign},
		{tuple("storage", "class", "1", "cpu", 1), malformed},
		{tuple("storage", class, 1, "cpu", 1), malformed},
		{tuple("storage", class, "1", "cpu", "1"), malformed},
		{tuple("storage", class, "1", "cpu", -1), malformed},
		{tuple("storage", class, "1", "cpu", 1, "view"), "it shares storages as PyTorch before 0.4 did"},
	} {
		_, err := a.storageOf(c.id)
		require.ErrorContains(t, err, c.want)
	}
	require.Len(t, a.storages, 1)
}

// TestRebuiltTensors: a tensor has a storage, an offset, and as many strides as dimensions, at most 16.
func TestRebuiltTensors(t *testing.T) {
	memory, many := &storage{}, types.NewTupleFromSlice(make([]any, maxRank))
	for i := range maxRank {
		(*many)[i] = 1
	}
	for _, arguments := range [][]any{{memory, 3, tuple(2, 4), tuple(4, 1)}, {memory, 0, many, many, false, nil}} {
		found, err := rebuildTensor(arguments...)
		require.NoError(t, err)
		require.Same(t, memory, found.(*torchTensor).storage)
		require.Equal(t, arguments[1], found.(*torchTensor).offset)
		require.Len(t, found.(*torchTensor).shape, arguments[2].(*types.Tuple).Len())
	}
	more := tuple(append(*many, 1)...)
	for _, arguments := range [][]any{
		{memory, 0, tuple(2)}, {"storage", 0, tuple(2), tuple(1)}, {memory, "0", tuple(2), tuple(1)}, {memory, 0, 2, tuple(1)}, {memory, 0, tuple(2), 1},
		{memory, 0, tuple(2, 3), tuple(1)}, {memory, 0, tuple("2"), tuple(1)}, {memory, 0, more, more},
	} {
		_, err := rebuildTensor(arguments...)
		require.ErrorContains(t, err, "a tensor in it is malformed")
	}
	parameter, err := rebuildParameter(memory, true)
	require.NoError(t, err)
	require.Same(t, memory, parameter)
	_, err = rebuildParameter()
	require.ErrorContains(t, err, "a parameter in it is malformed")
}

// TestStrides: elements are gathered in row-major order from where their strides say, which is in their storage.
func TestStrides(t *testing.T) {
	elements := []float32{0, 1, 2, 3, 4, 5}
	for _, c := range []struct {
		offset        int
		shape, stride []int
		want          []float32
	}{
		{0, []int{2, 3}, []int{3, 1}, elements},
		{0, []int{3, 2}, []int{1, 3}, []float32{0, 3, 1, 4, 2, 5}},
		{1, []int{2, 2}, []int{0, 4}, []float32{1, 5, 1, 5}},
		{5, nil, nil, []float32{5}},
		{5, []int{1, 1}, []int{9, 9}, []float32{5}},
		{0, []int{1, 2, 3}, []int{6, 3, 1}, elements},
		{9, []int{0, 3}, []int{3, 1}, []float32{}},
	} {
		a := &torchArchive{budget: 4 * len(c.want)}
		got, err := a.gather(elements, &torchTensor{offset: c.offset, shape: c.shape, stride: c.stride})
		require.NoError(t, err)
		require.Equal(t, c.want, got)
		require.Zero(t, a.budget)
	}
	for _, c := range []struct {
		offset        int
		shape, stride []int
		want          string
	}{
		{6, []int{1}, []int{1}, "it begins at element 6 of a storage of 6"},
		{-1, []int{1}, []int{1}, "it begins at element -1"},
		{0, []int{7}, []int{1}, "does not fit its storage of 6 elements"},
		{1, []int{6}, []int{1}, "its shape [6] with strides [1] from element 1 on does not fit"},
		{0, []int{2}, []int{6}, "does not fit"},
		{0, []int{2, 3}, []int{4, 1}, "does not fit"},
		{1, []int{2}, []int{-1}, "does not fit"},
		{0, []int{-1}, []int{1}, "negative dimension"},
	} {
		_, err := (&torchArchive{budget: 1000}).gather(elements, &torchTensor{offset: c.offset, shape: c.shape, stride: c.stride})
		require.ErrorContains(t, err, c.want)
	}
	_, err := (&torchArchive{budget: 7}).gather(elements, &torchTensor{shape: []int{2}, stride: []int{0}})
	require.ErrorContains(t, err, "it unpacks to more")
}

// TestStateDicts: the entries of a state dict are tensors with names, each once.
func TestStateDicts(t *testing.T) {
	a := newTorchArchive(nil)
	tensor := &torchTensor{storage: &storage{class: "FloatStorage", count: 1, raw: make([]byte, 4)}, shape: []int{1}, stride: []int{1}}
	got, err := a.tensor(types.DictEntry{Key: "w", Value: tensor})
	require.NoError(t, err)
	require.Equal(t, Tensor{Name: "w", Shape: []int{1}, Data: []float32{0}}, got)
	for _, c := range []struct {
		entry types.DictEntry
		want  string
	}{
		{types.DictEntry{Key: 3, Value: tensor}, "the state dict has the key 3, expected a name"},
		{types.DictEntry{Key: "w", Value: "x"}, `entry "w" is "x", expected a tensor`},
		{types.DictEntry{Key: "w", Value: &torchTensor{storage: &storage{class: "LongStorage"}}}, `tensor "w": it is of type LongStorage`},
		{types.DictEntry{Key: "w", Value: &torchTensor{storage: tensor.storage, offset: 1, shape: []int{1}, stride: []int{1}}}, `tensor "w": it begins at element 1`},
	} {
		_, err := a.tensor(c.entry)
		require.ErrorContains(t, err, c.want)
	}
	_, _, err = stateDict(tuple(1))
	require.ErrorContains(t, err, "it holds a list, expected a state dict")
	one := "ctorch._utils\n_rebuild_tensor_v2\n((" + pickledText("storage") + "ctorch\nFloatStorage\n" + pickledText("0") + pickledText("cpu") + "K\x00NtQK\x00K\x00\x85K\x01\x85tR"
	_, err = decodeTorch(zipped(t, map[string]string{"a/data.pkl": "}" + strings.Repeat(pickledText("w")+one+"s", 2) + ".", "a/data/0": ""}))
	require.EqualError(t, err, `tensor "w" comes twice`)
}

// TestKindsOfValues: a value is described by its kind, and a single one by what it is.
func TestKindsOfValues(t *testing.T) {
	for want, value := range map[string]any{
		"None": nil, "an object of class a.B": &opaque{class: "a.B"}, "a single tensor": &torchTensor{}, "a dict": types.NewDict(),
		"a list": types.NewList(), "true": true, "7": 7, "0.5": 0.5, `"x"`: "x", "another Python object": []byte{1},
	} {
		require.Equal(t, want, describe(value))
	}
}
