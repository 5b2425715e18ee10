package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/export/outline"
	"gmnc/export/rolling"
	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// Info is what a file says of itself, and how it is written.
type Info struct {
	// Opset is the version of the operator set, from 15 to 21. If it is 0, it is DefaultOpset,
	// which most runtimes read.
	Opset int
	// Version is the version of gmnc that writes the file.
	Version string
	// Doc describes the model to a reader.
	Doc string
	// Config is the model's configuration as JSON, from which it can be
	// built again.
	Config string
	// Baked holds inputs whose values are written into the file, such as a topology that all
	// systems share. The file then lacks these inputs.
	Baked []systems.Baked
	// Coordinates, if not nil, makes a file in joint coordinates instead of one of particles.
	Coordinates *Coordinates
	// Float16 stores weights in float16; the file computes in float32.
	Float16 bool
	// Depth is the largest depth of trees, in bars from the root. It is rounded up to 2, 4, 8
	// and so on. If it is 0, the file takes neither trees nor rigid bodies.
	Depth int
	// Rollout, if not nil, makes a file of many steps instead of one.
	Rollout *rolling.Rollout
	// Functions makes functions of layers and of their parts, so that the file holds each only
	// once.
	Functions bool
	// Loop makes one Loop of the steps within the model, in place of a copy for each. If there
	// are none, writing fails with ErrNoLoop.
	Loop bool
	// Step, if not nil, makes a file of one step of training instead of one that predicts.
	Step *Step
	// Gradients names the inputs by which a file has gradients. The module must be one that
	// ir.Pullback made. Gradients by other inputs are left out.
	Gradients []string
	// Metadata holds anything else worth knowing: units, training data, metrics, what was
	// verified.
	Metadata map[string]string
	// folded holds the weights that have no initializer, as little-endian float32.
	folded map[string][]byte
}

// DefaultOpset is an operator set that nearly all runtimes read.
const DefaultOpset = 17

// UnitsPrefix, followed by the name of an input or output, is the key of the metadata with its
// unit.
const UnitsPrefix = "units."

// MeaningPrefix, followed by the name of an input or output, is the key of the metadata with
// its meaning, if that depends on the training. IntervalKey is the key of the metadata with the
// length of a prediction interval.
const (
	MeaningPrefix = "meaning."
	IntervalKey   = "data.interval"
)

const (
	producer = "gmnc"
	// configKey is the key of the metadata with the configuration.
	configKey = "config"
	// foldedKey is the key of the metadata with the weights that are in no initializer.
	foldedKey = "folded_weights"
	// gradientsKey is the key of the metadata with Info.Gradients.
	gradientsKey = "gradients"
)

// reserved lists the keys of the metadata that Model writes itself.
var reserved = []string{configKey, foldedKey, stepKey, gradientsKey, sealKey}

func (info Info) opset() int {
	if info.Opset == 0 {
		return DefaultOpset
	}
	return info.Opset
}

// marshal returns the file of a graph.
func (info Info) marshal(graph *onnxpb.GraphProto) ([]byte, error) {
	opset := info.opset()
	irVersion, ok := onnx.IRVersions[opset]
	if !ok {
		return nil, fmt.Errorf("opset %d cannot be written; choose one of %v", opset, slices.Sorted(maps.Keys(onnx.IRVersions)))
	}
	emit.Prune(graph)
	graph.ValueInfo = emit.ValuesOf(graph.Node, graph.ValueInfo)
	if info.Float16 {
		if err := halve(graph); err != nil {
			return nil, err
		}
	}
	if info.Loop {
		if err := outline.LoopSteps(graph); err != nil {
			return nil, err
		}
	}
	switch {
	case info.Gradients != nil && info.Rollout != nil:
		if err := info.Rollout.RollBack(graph, info.Gradients, doc); err != nil {
			return nil, err
		}
	case info.Rollout != nil:
		if err := info.Rollout.Roll(graph); err != nil {
			return nil, err
		}
	}
	model := &onnxpb.ModelProto{
		IrVersion:       &irVersion,
		ProducerName:    proto.String(producer),
		ProducerVersion: &info.Version,
		DocString:       &info.Doc,
		Graph:           graph,
		OpsetImport:     []*onnxpb.OperatorSetIdProto{{Domain: proto.String(""), Version: proto.Int64(int64(opset))}},
	}
	if info.Functions {
		model.Functions = outline.Functions(graph, opset)
		model.OpsetImport = outline.OperatorSets(opset)[:min(2, 1+len(model.Functions))]
	}
	var err error
	if model.MetadataProps, err = info.metadata(); err != nil {
		return nil, err
	}
	return sealed(model)
}

// metadata returns the metadata of Info and the entries that Model writes itself, except
// for the seal.
func (info Info) metadata() (entries []*onnxpb.StringStringEntryProto, err error) {
	for _, key := range slices.Sorted(maps.Keys(info.Metadata)) {
		if slices.Contains(reserved, key) {
			return nil, fmt.Errorf("the metadata %q is what a file says of itself: choose another name (the configuration: give it as Config)", key)
		}
		entries = append(entries, entry(key, info.Metadata[key]))
	}
	encoded := func(key string, value any) {
		text, failed := json.Marshal(value)
		entries, err = append(entries, entry(key, string(text))), errors.Join(err, failed)
	}
	if len(info.folded) > 0 {
		encoded(foldedKey, info.folded)
	}
	if info.Step != nil {
		encoded(stepKey, info.Step)
	}
	if info.Gradients != nil {
		encoded(gradientsKey, info.Gradients)
	}
	return append(entries, entry(configKey, info.Config)), err
}

// WithMetadata returns a file of Model as it would be with one more entry of Info.Metadata.
func WithMetadata(file []byte, key, value string) ([]byte, error) {
	model := new(onnxpb.ModelProto)
	if err := proto.Unmarshal(file, model); err != nil {
		return nil, fmt.Errorf("the file cannot be decoded: %w", err)
	}
	entries := slices.DeleteFunc(model.MetadataProps, func(e *onnxpb.StringStringEntryProto) bool {
		return e.GetKey() == key || e.GetKey() == sealKey
	})
	at := slices.IndexFunc(entries, func(e *onnxpb.StringStringEntryProto) bool {
		return e.GetKey() > key || slices.Contains(reserved, e.GetKey())
	})
	if at < 0 {
		at = len(entries)
	}
	model.MetadataProps = slices.Insert(entries, at, entry(key, value))
	return sealed(model)
}

func entry(key, value string) *onnxpb.StringStringEntryProto {
	return &onnxpb.StringStringEntryProto{Key: &key, Value: &value}
}

// OutputName returns the name that an output of main has in a file. It is the output's own
// name, with the prefix "predicted_" if an input has that name.
func OutputName(m *ir.Module, output string) string {
	if m.Main.Input(output) != nil {
		return system.PredictedPrefix + output
	}
	return output
}

// knownWeights returns an error if the model lacks one of the weights.
func knownWeights(m *ir.Module, weights map[string][]float32) error {
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		if input := m.Main.Input(name); input == nil || !input.Param {
			return fmt.Errorf("the model %s has no weight %s: are these the weights of another model?", m.Name, name)
		}
	}
	return nil
}
