package weights

import (
	"fmt"
	"regexp"
	"slices"

	"gmnc/internal/plainfile"

	"github.com/nlpodyssey/gopickle/types"
)

// readTorch reads a PyTorch state dict, as torch.save(model.state_dict(), path) writes it, in
// the zip or the older format. A checkpoint is accepted too if it is a dict with the state dict
// under "state_dict" or "model_state_dict". Single values next to it, and those of a dict or an
// argparse.Namespace, become the metadata, such as "epoch" and "args.hidden". Tensors may be
// float64, float32, float16 or bfloat16 and have any strides. They become contiguous float32.
// Nothing in the file is executed.
func readTorch(path string) (File, error) {
	data, err := plainfile.Read(path)
	if err != nil {
		return File{}, fmt.Errorf("cannot read weights: %w", err)
	}
	file, err := decodeTorch(data)
	if err != nil {
		return File{}, fmt.Errorf("cannot read %s: %w", path, err)
	}
	return file, nil
}

func decodeTorch(data []byte) (file File, err error) {
	defer func() {
		if failure := recover(); failure != nil { // the unpickler panics on some broken pickles
			file, err = File{}, fmt.Errorf("the pickle in it is broken: %v", failure)
		}
	}()
	archive := newTorchArchive(data)
	root, err := archive.load()
	if err != nil {
		return File{}, err
	}
	var state []types.DictEntry
	if state, file.Metadata, err = stateDict(root); err != nil {
		return File{}, err
	}
	for _, entry := range state {
		tensor, err := archive.tensor(entry)
		if err != nil {
			return File{}, err
		}
		file.Tensors = append(file.Tensors, tensor)
	}
	sortByName(file.Tensors)
	for i := 1; i < len(file.Tensors); i++ {
		if name := file.Tensors[i].Name; name == file.Tensors[i-1].Name {
			return File{}, fmt.Errorf("tensor %q comes twice", name)
		}
	}
	return file, nil
}

// stateDict returns the entries of the state dict in the unpickled value, and the notes next to
// it.
func stateDict(root any) ([]types.DictEntry, map[string]string, error) {
	entries, ok := dictEntries(root)
	if !ok {
		return nil, nil, fmt.Errorf("it holds %s, expected a state dict: save model.state_dict() with torch.save", describe(root))
	}
	for _, entry := range entries {
		if entry.Key == "state_dict" || entry.Key == "model_state_dict" {
			if inner, ok := dictEntries(entry.Value); ok {
				if average := averageOf(entries); average != "" {
					return nil, nil, fmt.Errorf("it has two sets of weights, %s and %.80s, a moving average of them: save the one that you want, such as torch.save(torch.load(path)[%.80[2]q], \"weights.pt\")", entry.Key, average)
				}
				return inner, notes(entries), nil
			}
		}
	}
	return entries, nil, nil
}

// AverageNames is a pattern of the words by which training scripts name moving averages of
// weights, in lower case.
const AverageNames = `(ema|swa|averaged?|shadow)`

// moving matches the keys of a checkpoint that hold moving averages of its weights.
var moving = regexp.MustCompile(`(?i)(^|[_.])` + AverageNames + `([_.]|$)`)

// averageOf returns the key of a moving average of the weights, or "" if the checkpoint has
// none.
func averageOf(checkpoint []types.DictEntry) string {
	for _, entry := range checkpoint {
		name, _ := entry.Key.(string)
		if moving.MatchString(name) && hasTensor(entry.Value, 2) {
			return name
		}
	}
	return ""
}

// hasTensor reports whether a value is a tensor, or a dict that contains one, in nested dicts
// down to the given depth.
func hasTensor(value any, depth int) bool {
	if _, is := value.(*torchTensor); is || depth == 0 {
		return is
	}
	entries, _ := dictEntries(value)
	return slices.ContainsFunc(entries, func(entry types.DictEntry) bool { return hasTensor(entry.Value, depth-1) })
}

func dictEntries(value any) ([]types.DictEntry, bool) {
	switch dict := value.(type) {
	case *types.Dict:
		return *dict, true
	case *types.OrderedDict:
		entries := make([]types.DictEntry, 0, dict.Len())
		for element := dict.List.Front(); element != nil; element = element.Next() {
			entry := element.Value.(*types.OrderedDictEntry)
			entries = append(entries, types.DictEntry{Key: entry.Key, Value: entry.Value})
		}
		return entries, true
	}
	return nil, false
}

// describe returns the kind of an unpickled value, for an error message.
func describe(value any) string {
	switch value := value.(type) {
	case nil:
		return "None"
	case *opaque:
		return "an object of class " + value.class
	case *torchTensor:
		return "a single tensor"
	case *types.Dict, *types.OrderedDict:
		return "a dict"
	case *types.List, *types.Tuple:
		return "a list"
	case bool, int, float64:
		return fmt.Sprintf("%v", value)
	case string:
		return fmt.Sprintf("%q", value)
	default:
		return "another Python object"
	}
}

// tensor converts an entry of a state dict to a contiguous tensor.
func (a *torchArchive) tensor(entry types.DictEntry) (Tensor, error) {
	name, ok := entry.Key.(string)
	if !ok {
		return Tensor{}, fmt.Errorf("the state dict has the key %s, expected a name", describe(entry.Key))
	}
	source, ok := entry.Value.(*torchTensor)
	if !ok {
		return Tensor{}, fmt.Errorf("entry %q is %s, expected a tensor; in a checkpoint the state dict must be under \"state_dict\" or \"model_state_dict\"", name, describe(entry.Value))
	}
	elements, err := a.elements(source.storage)
	if err != nil {
		return Tensor{}, fmt.Errorf("tensor %q: %w", name, err)
	}
	data, err := a.gather(elements, source)
	if err != nil {
		return Tensor{}, fmt.Errorf("tensor %q: %w", name, err)
	}
	return Tensor{Name: name, Shape: slices.Clone(source.shape), Data: data}, nil
}

// gather copies a tensor's elements from its storage in row-major order.
func (a *torchArchive) gather(elements []float32, source *torchTensor) ([]float32, error) {
	count, err := elementCount(source.shape)
	if err != nil || count == 0 {
		return []float32{}, err
	}
	if err := checkReach(source, len(elements)); err != nil {
		return nil, err
	}
	if err := a.spend(count, elementSizes["F32"]); err != nil {
		return nil, err
	}
	data := make([]float32, count)
	index := make([]int, len(source.shape))
	place := source.offset
	for i := range data {
		data[i] = elements[place]
		for axis := len(index) - 1; axis >= 0; axis-- {
			index[axis]++
			place += source.stride[axis]
			if index[axis] < source.shape[axis] {
				break
			}
			place -= source.stride[axis] * source.shape[axis]
			index[axis] = 0
		}
	}
	return data, nil
}

// checkReach returns an error unless the first and the last element of a nonempty tensor are in
// its storage of size elements.
func checkReach(source *torchTensor, size int) error {
	if source.offset < 0 || source.offset >= size {
		return fmt.Errorf("it begins at element %d of a storage of %d", source.offset, size)
	}
	last := source.offset
	for axis, length := range source.shape {
		stride := source.stride[axis]
		if stride < 0 || length > 1 && stride > (size-1-last)/(length-1) {
			return fmt.Errorf("its shape %v with strides %v from element %d on does not fit its storage of %d elements", source.shape, source.stride, source.offset, size)
		}
		last += stride * (length - 1)
	}
	return nil
}
