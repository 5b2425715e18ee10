package export

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/export/emit"
	"gmnc/internal/strictjson"
	"gmnc/onnx"
)

// File is the content of a file that Model wrote: enough to build the model again.
type File struct {
	// Version is the version of the gmnc that wrote the file. It is "" if another program has
	// since put its own name there. Maker is the name and version of gmnc or of that program.
	Version, Maker string
	Opset          int
	// Doc, Config and Metadata are the fields of Info.
	Doc, Config string
	Metadata    map[string]string
	// Nodes is the number of operators and calls in the graph, in functions and in the bodies
	// of Loops.
	Nodes int
	// Changed reports whether anything differs from the file that Model wrote. Then another
	// program has rewritten it, or it is damaged. It may still run, but it may be another model
	// than Config describes.
	Changed bool
	// Weights holds row-major weights by the names of the model's parameters. Those on which no
	// output depends are not in the file. A changed file has none.
	Weights map[string][]float32
}

// maxWeights bounds the number of weights in a file. The deepest model has 30 000.
const maxWeights = 1 << 15

var errForeign = errors.New("only a file that `gmnc export` wrote can be read back")

// Decode reads the bytes of a file that Model wrote. It returns an error for another program's
// model, for a file that is not ONNX, and for one that is cut short. Its memory is proportional
// to the size of the file, whatever the bytes claim.
func Decode(data []byte) (*File, error) {
	if len(data) == 0 {
		return nil, errors.New("the file is empty: export the model again")
	}
	model, err := onnx.Read(data)
	if !ours(model) && (model.Producer != "" || err == nil) {
		return nil, foreign(model.Producer)
	}
	file := &File{
		Opset: model.Opset(), Doc: model.Doc, Maker: strings.TrimSpace(model.Producer + " " + model.ProducerVersion),
		Metadata: map[string]string{}, Weights: map[string][]float32{}, Changed: model.Producer != producer || !intact(data),
	}
	if model.Producer == producer {
		file.Version = model.ProducerVersion
	}
	if err == nil {
		err = file.metadata(model.Metadata)
	}
	if err == nil {
		err = file.functions(model.Functions)
	}
	if err == nil {
		err = file.graph(model.Graph)
	}
	config, ok := file.Metadata[configKey]
	_, whole := file.Metadata[sealKey]
	switch {
	case errors.Is(err, onnx.ErrDamaged):
		return nil, errors.New("not an ONNX file, or one that was cut short: export the model again")
	case err != nil:
		return nil, fmt.Errorf("not an ONNX file, or one that was cut short (%w): export the model again", err)
	case !ok || !whole || file.Nodes == 0 || file.Opset == 0:
		return nil, errors.New("the file was cut short: export the model again")
	}
	delete(file.Metadata, configKey)
	delete(file.Metadata, foldedKey)
	delete(file.Metadata, sealKey)
	file.Config = config
	return file, nil
}

// ours reports whether Model wrote the file. A program that rewrites it, such as onnxruntime's
// quantization, may replace its name but keeps the metadata.
func ours(model onnx.Model) bool {
	has := func(key string) bool {
		return slices.ContainsFunc(model.Metadata, func(e onnx.Entry) bool { return e.Key == key })
	}
	return model.Producer == producer || has(configKey) && has(sealKey)
}

func foreign(maker string) error {
	if maker == "" {
		return errForeign
	}
	return fmt.Errorf("it was made by %.40q; %w", maker, errForeign)
}

// ConfigOf returns the configuration in a file, or "" if there is none.
func ConfigOf(model onnx.Model) string {
	for _, entry := range model.Metadata {
		if entry.Key == configKey {
			return entry.Value
		}
	}
	return ""
}

func (file *File) metadata(entries []onnx.Entry) error {
	for _, entry := range entries {
		if _, twice := file.Metadata[entry.Key]; twice {
			return fmt.Errorf("its metadata %.40q come twice", entry.Key)
		}
		file.Metadata[entry.Key] = entry.Value
	}
	return nil
}

// functions counts the nodes in functions.
func (file *File) functions(functions [][]byte) error {
	for _, function := range functions {
		err := onnx.EachRecord(function, onnx.FunctionNode, func([]byte) error {
			file.Nodes++
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// count counts the nodes of a graph and of the bodies of its Loops, down to this depth of
// Loops.
func (file *File) count(graph []byte, loops int) error {
	return onnx.EachRecord(graph, onnx.GraphNode, func(record []byte) error {
		file.Nodes++
		if loops == 0 {
			return nil
		}
		return onnx.EachRecord(record, onnx.NodeAttribute, func(attribute []byte) error {
			return onnx.EachRecord(attribute, onnx.AttributeGraph, func(body []byte) error { return file.count(body, loops-1) })
		})
	})
}

// graph counts the nodes. If the file is not changed, it also reads the weights.
func (file *File) graph(graph []byte) error {
	err := file.count(graph, onnx.MaxLoops)
	if err != nil || file.Changed {
		return err
	}
	found := emit.NewCollected()
	if text, ok := file.Metadata[foldedKey]; ok {
		var folded map[string][]byte
		if err := strictjson.Unmarshal([]byte(text), &folded); err != nil {
			return fmt.Errorf("its metadata %s: %w", foldedKey, err)
		}
		maps.Copy(found.Whole, folded)
	}
	seen := map[string]bool{}
	err = onnx.EachRecord(graph, onnx.GraphInitializer, func(record []byte) error {
		return initializer(record, found, seen)
	})
	if err != nil {
		return err
	}
	for name, raw := range found.Weights() {
		if len(raw)%4 != 0 {
			return fmt.Errorf("its weight %.40q has %d bytes, no float32", name, len(raw))
		}
		file.Weights[name] = emit.Floats(raw)
	}
	return nil
}

// initializer reads a weight, or a part of one, and skips a constant.
func initializer(record []byte, found emit.Collected, seen map[string]bool) error {
	tensor, err := onnx.ReadTensor(record)
	if err != nil || strings.HasPrefix(tensor.Name, emit.ConstantPrefix) {
		return err
	}
	if seen[tensor.Name] || len(seen) == maxWeights {
		return fmt.Errorf("its weights %.40q come twice or are too many", tensor.Name)
	}
	seen[tensor.Name] = true
	if tensor.Type != onnx.Float && tensor.Type != onnx.Float16 {
		return fmt.Errorf("its weight %.40q: elements are %s, not FLOAT or FLOAT16", tensor.Name, tensor.Type)
	}
	if err := tensor.Filled(); err != nil {
		return fmt.Errorf("its weight %.40q: %w", tensor.Name, err)
	}
	if tensor.Type == onnx.Float16 {
		tensor.Raw = onnx.Widened(tensor.Raw)
	}
	found.Add(tensor.Name, tensor.Dims, tensor.Raw)
	return nil
}

// Gradients returns the names of the inputs by which the file has gradients, or nil if it has
// none.
func (file *File) Gradients() (names []string, err error) {
	text, has := file.Metadata[gradientsKey]
	if !has {
		return nil, nil
	}
	if err := strictjson.Unmarshal([]byte(text), &names); err != nil {
		return nil, fmt.Errorf("what it says of its gradients is damaged (%w): export it again", err)
	}
	return names, nil
}
