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

// Info is what a file says about itself.
type Info struct {
	// Opset is the version of the operator set, 15 to 21; 0 is
	// DefaultOpset, which most runtimes read.
	Opset int
	// Version is the version of gmnc that writes the file.
	Version string
	// Doc describes the model to a reader.
	Doc string
	// Config is the model's configuration as JSON, from which it can be
	// built again.
	Config string
	// Baked are inputs whose values are written into the file, which then
	// does not have them: a topology that all systems share.
	Baked []systems.Baked
	// Coordinates makes a file in joint coordinates; nil for one of particles.
	Coordinates *Coordinates
	// Float16 stores weights in float16; the file computes in float32.
	Float16 bool
	// Depth is how deep trees may be, in bars from the root; 0 for a file that
	// takes neither trees nor rigid bodies. 2, 4, 8 and so on are what it is
	// rounded up to.
	Depth int
	// Rollout makes a file of many steps; nil for one.
	Rollout *rolling.Rollout
	// Functions makes functions of layers and their parts, each of which is in the
	// file once.
	Functions bool
	// Loop makes one Loop of the steps within the model, in place of a part for each;
	// ErrNoLoop where there are none.
	Loop bool
	// Step makes a file of one step of training; nil for one that predicts.
	Step *Step
	// Gradients name the inputs by which a file has gradients, of a module that
	// ir.Pullback made; gradients by other inputs are left out.
	Gradients []string
	// Metadata is anything else worth knowing: units, training data,
	// metrics, what was verified.
	Metadata map[string]string
	// folded are the weights without an initializer, as little-endian float32.
	folded map[string][]byte
}

// DefaultOpset is an operator set that nearly all runtimes read.
const DefaultOpset = 17

// UnitsPrefix and the name of an input or output are the metadata with its unit.
const UnitsPrefix = "units."

// MeaningPrefix and the name of an input or output are the metadata with what it means, where that
// depends on the training. IntervalKey is the metadata with how long a prediction interval is.
const (
	MeaningPrefix = "meaning."
	IntervalKey   = "data.interval"
)

const (
	producer = "gmnc"
	// configKey is the metadata with the configuration.
	configKey = "config"
	// foldedKey is the metadata with the weights that are in no initializer.
	foldedKey = "folded_weights"
	// gradientsKey is the metadata with Info.Gradients.
	gradientsKey = "gradients"
)

// reserved are the metadata that Model writes itself.
var reserved = []string{configKey, foldedKey, stepKey, gradientsKey, sealKey}

func (info Info) opset() int {
	if info.Opset == 0 {
		return DefaultOpset
	}
	return info.Opset
}

// marshal makes the file of a graph.
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

func entry(key, value string) *onnxpb.StringStringEntryProto {
	return &onnxpb.StringStringEntryProto{Key: &key, Value: &value}
}

// OutputName returns the name that an output of main has in a file: its
// own, but "predicted_position" where an input is named "position".
func OutputName(m *ir.Module, output string) string {
	if m.Main.Input(output) != nil {
		return system.PredictedPrefix + output
	}
	return output
}

// knownWeights reports a weight that the model does not have.
func knownWeights(m *ir.Module, weights map[string][]float32) error {
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		if input := m.Main.Input(name); input == nil || !input.Param {
			return fmt.Errorf("the model %s has no weight %s: are these the weights of another model?", m.Name, name)
		}
	}
	return nil
}
