package weights

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/nlpodyssey/gopickle/pickle"
	"github.com/nlpodyssey/gopickle/types"
)

// torchTensor is a tensor as pickled: a view of a storage, with the offset and the strides in
// elements.
type torchTensor struct {
	storage *storage
	offset  int
	shape   []int
	stride  []int
}

// storage is the memory behind one or more tensors.
type storage struct {
	key      string
	class    string // such as "FloatStorage"
	count    int    // number of elements
	raw      []byte
	elements []float32 // decoded from raw at the first use
}

// storageTypes maps each storage class of PyTorch to the safetensors name of the element type
// and to the size of an element in bytes. Only floating-point types are decoded.
var storageTypes = map[string]struct {
	dtype string
	size  int
}{
	"DoubleStorage": {"F64", 8}, "FloatStorage": {"F32", 4}, "HalfStorage": {"F16", 2}, "BFloat16Storage": {"BF16", 2},
	"LongStorage": {"I64", 8}, "IntStorage": {"I32", 4}, "ShortStorage": {"I16", 2}, "CharStorage": {"I8", 1},
	"ByteStorage": {"U8", 1}, "BoolStorage": {"BOOL", 1},
}

// unpickle reads one pickle and returns its value and its length in bytes. Classes other than
// those of PyTorch's tensors become opaque, so that a checkpoint may contain them besides its
// weights.
func (a *torchArchive) unpickle(data []byte) (value any, length int, err error) {
	length, err = a.pickleLength(data)
	if err != nil {
		return nil, 0, err
	}
	unpickler := pickle.NewUnpickler(bytes.NewReader(data[:length]))
	unpickler.FindClass = findClass
	unpickler.PersistentLoad = a.storageOf
	value, err = unpickler.Load()
	if err != nil {
		return nil, 0, fmt.Errorf("the pickle in it is broken: %w", err)
	}
	return value, length, nil
}

func findClass(module, name string) (any, error) {
	switch module + "." + name {
	case "torch._utils._rebuild_tensor_v2":
		return callable(rebuildTensor), nil
	case "torch._utils._rebuild_parameter":
		return callable(rebuildParameter), nil
	}
	return &opaque{class: module + "." + name}, nil
}

// storageOf resolves a pickled reference to a storage: the tuple ("storage",
// class, key, device, element count), with a sixth part in the older format.
func (a *torchArchive) storageOf(id any) (any, error) {
	tuple, ok := id.(*types.Tuple)
	if !ok || tuple.Len() < 5 || tuple.Get(0) != "storage" {
		return nil, errors.New("a reference in it is not to a tensor's storage; was the whole model saved? Save model.state_dict() instead")
	}
	class, classOK := tuple.Get(1).(*opaque)
	key, keyOK := tuple.Get(2).(string)
	count, countOK := tuple.Get(4).(int)
	if !classOK || !keyOK || !countOK || count < 0 {
		return nil, errors.New("a reference to a tensor's storage is malformed")
	}
	if tuple.Len() > 5 && tuple.Get(5) != nil {
		return nil, errors.New("it shares storages as PyTorch before 0.4 did; load and save it again with a newer PyTorch")
	}
	if known, ok := a.storages[key]; ok {
		return known, nil
	}
	found := &storage{key: key, class: strings.TrimPrefix(class.class, "torch."), count: count}
	a.storages[key] = found
	return found, nil
}

// rebuildTensor is PyTorch's function of that name. Its arguments are (storage, offset, shape,
// stride, requires grad, hooks).
func rebuildTensor(arguments ...any) (any, error) {
	malformed := errors.New("a tensor in it is malformed")
	if len(arguments) < 4 {
		return nil, malformed
	}
	memory, memoryOK := arguments[0].(*storage)
	offset, offsetOK := arguments[1].(int)
	shape, shapeOK := integers(arguments[2])
	stride, strideOK := integers(arguments[3])
	if !memoryOK || !offsetOK || !shapeOK || !strideOK || len(shape) != len(stride) {
		return nil, malformed
	}
	return &torchTensor{storage: memory, offset: offset, shape: shape, stride: stride}, nil
}

// rebuildParameter takes (tensor, requires grad, hooks). It returns the tensor, as which a
// parameter is read.
func rebuildParameter(arguments ...any) (any, error) {
	if len(arguments) == 0 {
		return nil, errors.New("a parameter in it is malformed")
	}
	return arguments[0], nil
}

// integers returns the integers of a tuple that has at most maxRank elements.
func integers(value any) ([]int, bool) {
	tuple, ok := value.(*types.Tuple)
	if !ok || tuple.Len() > maxRank {
		return nil, false
	}
	numbers := make([]int, tuple.Len())
	for i := range numbers {
		if numbers[i], ok = tuple.Get(i).(int); !ok {
			return nil, false
		}
	}
	return numbers, true
}

// callable lets the unpickler call a function.
type callable func(arguments ...any) (any, error)

func (c callable) Call(arguments ...any) (any, error) { return c(arguments...) }

// opaque represents a class that is not examined, or an instance of it. An instance keeps the
// state that the unpickler gives it.
type opaque struct {
	class string
	state any
}

func (o *opaque) Call(...any) (any, error)  { return &opaque{class: o.class}, nil }
func (o *opaque) PyNew(...any) (any, error) { return &opaque{class: o.class}, nil }
func (o *opaque) PySetState(state any) error {
	o.state = state
	return nil
}
func (o *opaque) Set(_, _ any) {}
