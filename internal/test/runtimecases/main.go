// Command runtimecases writes exported files of all models with inputs, and the outputs that the
// float64 interpreter computes, for scripts/runtimes.sh. It writes a folder with the files, the
// tensors as little-endian bytes, and cases.txt. That has a line for each file, below it a line for
// each of its cases, and below that the tensors of the case:
//
//	file gmn.onnx
//	case (3,2,1)x3
//	input position float32 3,10,3 data/0.bin
//	output predicted_position float32 3,10,3 data/5.bin
//
// The shape of a single number is -. A case whose name begins with wrong: has a fault in its first
// system. A runtime must refuse it, or return no numbers where the case's outputs are NaN.
//
// With -all, every model that can has files that roll and files of a training step, instead of only
// one model for each.
package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// forceGain compensates for the small weights that forces have at first.
const forceGain = 1000

// variant is one exported file.
type variant struct {
	name   string
	config config.Config
	opset  int
	baked  bool
	half   bool // weights are in float16
	loop   bool // steps are in a Loop
}

// variants returns the variants: all models in the default operator set, and steps in a Loop.
// It also returns GMN in other operator sets, on lists of neighbors, on trees and bodies, with
// a topology inside, and with weights in float16.
func variants() []variant {
	gmn := config.Config{Model: "gmn", Form: config.Published, Layers: 2, Hidden: 24}
	var all []variant
	for _, model := range config.Models() {
		config := gmn
		config.Model = model
		all = append(all, variant{name: model, config: config})
	}
	sparse := gmn
	sparse.Sparse, sparse.NoCharge = true, true
	sparse.NodeFeatures, sparse.EdgeFeatures = []string{"z"}, []string{"hop", "order"}
	steps := gmn
	steps.Model, steps.Layers = "gmn-ode", 4
	return append(all, variant{name: "gmn-ode-steps-loop", config: steps, loop: true}, variant{name: "gmn-sparse", config: sparse}, variant{name: "gmn-trees", config: fixtures.WithForests(gmn)}, variant{name: "gmn-baked", config: gmn, baked: true},
		variant{name: "gmn-float16", config: gmn, half: true},
		variant{name: "gmn-opset15", config: gmn, opset: 15}, variant{name: "gmn-opset21", config: gmn, opset: 21})
}

func main() {
	log.SetFlags(0)
	folder := flag.String("o", "", "folder to write to")
	all := flag.Bool("all", false, "every model rolls and trains")
	flag.Parse()
	w := &writer{folder: *folder}
	if err := os.MkdirAll(filepath.Join(w.folder, "data"), 0o755); err != nil {
		log.Fatal(err)
	}
	for _, v := range variants() {
		if err := w.variant(v); err != nil {
			log.Fatalf("%s: %v", v.name, err)
		}
	}
	if err := w.forms(*all); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.folder, "cases.txt"), w.cases.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// writer writes the folder.
type writer struct {
	folder string
	cases  bytes.Buffer
	count  int // the number of tensors written so far
}

func (w *writer) variant(v variant) error {
	model, err := builder.New(v.config, false)
	if err != nil {
		return err
	}
	weights := fixtures.Weights(model, 1, forceGain)
	if v.half {
		if weights, err = export.Halved(weights); err != nil {
			return err
		}
	}
	info := export.Info{Opset: v.opset, Float16: v.half, Depth: v.config.Depth, Loop: v.loop}
	batches := batchesOf(v)
	if v.baked {
		info.Baked = bakedOf(batches[0].samples[0])
	}
	file, err := export.Model(model.Module, weights, info)
	if err != nil {
		return err
	}
	if err := w.file(v.name, file); err != nil {
		return err
	}
	predictor, err := reference(model, weights)
	if err != nil {
		return err
	}
	defer predictor.Close()
	for i, b := range batches {
		inputs, outputs, err := w.batch(v, b, predictor)
		if err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		if i > 0 && v.config.Depth == 0 {
			continue // except with trees, one composition can have all faults
		}
		if err := w.faults(v.config.Model, b, inputs, outputs); err != nil {
			return err
		}
	}
	return nil
}

// file writes an exported file, to which the following cases belong.
func (w *writer) file(name string, file []byte) error {
	fmt.Fprintf(&w.cases, "file %s.onnx\n", name)
	return os.WriteFile(filepath.Join(w.folder, name+".onnx"), file, 0o644)
}

// reference returns a predictor in the float64 interpreter.
func reference(model *graph.Model, weights map[string][]float32) (predict.Predictor, error) {
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, weights))
	if err != nil {
		return nil, err
	}
	return predict.NewRowPredictor(predict.ForModule(session, model.Module), false), nil
}

// faults writes cases of the inputs with a fault in the first system. Their outputs are those
// that must have no numbers then.
func (w *writer) faults(model string, b batch, inputs, outputs map[string]runtime.Tensor) error {
	none := map[string]runtime.Tensor{}
	for name, output := range outputs {
		none[name] = withoutFirst(name, output, len(b.samples))
	}
	for _, wrong := range verify.WrongInputs() {
		spoilt, ok := wrong.Spoil(inputs, len(b.samples))
		if !ok || !reads(model, wrong.Input) {
			continue
		}
		fmt.Fprintf(&w.cases, "case wrong:%s:%s\n", strings.ReplaceAll(wrong.Name, " ", "-"), b.name)
		if err := w.tensors("input", spoilt); err != nil {
			return err
		}
		if err := w.tensors("output", none); err != nil {
			return err
		}
	}
	return nil
}

// withoutFirst returns an output that is NaN if it depends on the first system: that system's
// part of a frame, or everything that a training step computes from the whole batch.
func withoutFirst(name string, output runtime.Tensor, systems int) runtime.Tensor {
	nan := float32(math.NaN())
	frames := 1
	if rolling.OfStep(name) != "" {
		frames = output.Shape[0]
	}
	if !strings.HasPrefix(name, "predicted_") {
		systems = 1
	}
	values := make([]float32, len(output.Float))
	for frame := range slices.Chunk(values, len(values)/frames) {
		for i := range frame[:len(frame)/systems] {
			frame[i] = nan
		}
	}
	return runtime.Floats(values, output.Shape...)
}

// reads reports whether a model's outputs depend on an input. The linear model also has the
// inputs of other models.
func reads(model, input string) bool {
	return model != "linear" || input == "position" || input == "velocity"
}

// batch writes a case, and returns its inputs and outputs.
func (w *writer) batch(v variant, b batch, predictor predict.Predictor) (inputs, outputs map[string]runtime.Tensor, err error) {
	inputs = predict.SystemInputs(b.samples)
	if v.config.Depth > 0 {
		maps.Copy(inputs, predict.ForestInputs(b.samples))
	}
	if v.baked {
		maps.DeleteFunc(inputs, func(_ string, t runtime.Tensor) bool { return t.Index != nil }) // they are inside the file
	}
	predicted, err := predictor.Outputs(b.samples)
	if err != nil {
		return nil, nil, err
	}
	outputs = map[string]runtime.Tensor{}
	for name, values := range predicted {
		outputs["predicted_"+name] = runtime.Floats(values, len(b.samples), b.samples[0].Particles(), 3)
	}
	return inputs, outputs, w.sound(b.name, inputs, outputs)
}

// sound writes a case without a fault.
func (w *writer) sound(name string, inputs, outputs map[string]runtime.Tensor) error {
	fmt.Fprintf(&w.cases, "case %s\n", name)
	if err := w.tensors("input", inputs); err != nil {
		return err
	}
	return w.tensors("output", outputs)
}

func (w *writer) tensors(role string, all map[string]runtime.Tensor) error {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := w.tensor(role, name, all[name]); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) tensor(role, name string, t runtime.Tensor) error {
	kind, values := "float32", any(t.Float)
	if t.Index != nil {
		kind, values = "int64", any(t.Index)
	}
	path := fmt.Sprintf("data/%d.bin", w.count)
	w.count++
	shape := strings.ReplaceAll(strings.Trim(fmt.Sprint(t.Shape), "[]"), " ", ",")
	fmt.Fprintln(&w.cases, role, name, kind, cmp.Or(shape, "-"), path)
	data, err := binary.Append(nil, binary.LittleEndian, values)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(w.folder, path), data, 0o644)
}
