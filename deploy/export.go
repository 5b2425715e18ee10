package deploy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/atomicfile"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Exported is a file that has given the right numbers.
type Exported struct {
	File []byte
	// Runtimes that the file was checked in, each with the compositions and the
	// largest difference.
	Runtimes []string
	Reports  []verify.Report
	// Missing says of engines that were not among them why, a line each.
	Missing []string
}

// Export makes an ONNX file from a run. Its structure was checked, and it
// has given the interpreter's numbers in onnx-go and, where it is found, in
// onnxruntime, at several compositions of a system. If anything differs there
// is no file, and the error says what.
func Export(trained *run.Run, opset int) (*Exported, error) {
	return exporting{run: trained, opset: opset}.export()
}

// ExportBaked is Export of a file for one kind of system only, that of the
// data set: its sticks, hinges, neighbours and features are inside, in place
// of inputs. The check is made on samples of the data set.
func ExportBaked(trained *run.Run, opset int, data *datasets.Data) (*Exported, error) {
	if err := run.CheckData(trained.Config.Model, data); err != nil {
		return nil, err
	}
	t, samples, err := commonTopology(data)
	if err != nil {
		return nil, err
	}
	return exporting{trained, opset, &t, samples[:min(len(samples), verify.Systems)]}.export()
}

// exporting is a run on its way into a file.
type exporting struct {
	run      *run.Run
	opset    int
	topology *topology       // baked in; nil for inputs
	samples  []system.Sample // of the topology, to check with
}

func (e exporting) export() (*Exported, error) {
	file, err := e.encode(nil)
	if err != nil {
		return nil, err
	}
	exported, err := e.check(file)
	if err != nil {
		return nil, err
	}
	if exported.File, err = e.encode(exported); err != nil {
		return nil, err
	}
	// Checked again: these are other bytes, since they record the first check.
	if _, err := e.check(exported.File); err != nil {
		return nil, err
	}
	return exported, nil
}

// encode makes the file, with what was verified in its metadata.
func (e exporting) encode(verified *Exported) ([]byte, error) {
	config, err := json.Marshal(e.run.Config.Model)
	if err != nil {
		return nil, err
	}
	weights := map[string][]float32{}
	for name, weight := range e.run.Weights {
		weights[name] = weight.Float
	}
	info := export.Info{
		Opset:    e.opset,
		Version:  Version(),
		Doc:      e.run.Model.Config.Model + ": predicts where the particles of constrained systems will be, one prediction interval later",
		Config:   string(config),
		Metadata: metadata(e.run, verified),
	}
	if e.topology != nil {
		text, err := json.Marshal(e.topology)
		if err != nil {
			return nil, err
		}
		info.Baked, info.Metadata[topologyKey] = e.topology.baked(), string(text)
	}
	return export.Model(e.run.Model.Module, weights, info)
}

// Lines say what was verified, one line a runtime, and what was not.
func (e *Exported) Lines() []string {
	return append(e.agreements(), e.Missing...)
}

func (e *Exported) agreements() []string {
	var lines []string
	for i, name := range e.Runtimes {
		report := e.Reports[i]
		lines = append(lines, fmt.Sprintf("%s agrees with the float64 interpreter to %.1e of the largest entry at %s",
			name, report.Largest, strings.Join(report.Compositions, " ")))
	}
	return lines
}

// check holds the file, in every runtime at hand, against the interpreter.
func (e exporting) check(file []byte) (*Exported, error) {
	if err := onnx.Check(file); err != nil {
		return nil, fmt.Errorf("the file's structure is wrong: %w", err)
	}
	reference, err := rebuild(engines.Reference(), e.run)
	if err != nil {
		return nil, err
	}
	defer reference.Close()
	verified := &Exported{}
	for _, engine := range slices.Backward(engines.All) { // the ones that are always at hand first
		if engine.OpenFile == nil {
			continue
		}
		name := engine.Name
		if missing := engine.Available(); missing != nil {
			verified.Missing = append(verified.Missing, fmt.Sprintf("not checked in %s: %v", name, missing))
			continue
		}
		candidate, err := openFile(engine, file)
		if err != nil {
			return nil, fmt.Errorf("%s does not load the file: %w", name, err)
		}
		report, err := e.compare(reference, candidate)
		candidate.Close()
		if err != nil {
			return nil, fmt.Errorf("%s differs from the interpreter: %w", name, err)
		}
		verified.Runtimes = append(verified.Runtimes, name)
		verified.Reports = append(verified.Reports, report)
	}
	return verified, nil
}

// compare compares on random systems or, of one topology, on samples.
func (e exporting) compare(reference, candidate predict.Predictor) (verify.Report, error) {
	if e.topology == nil {
		return verify.Compare(e.run.Config.Model, reference, candidate)
	}
	return verify.CompareOn("the topology inside", e.samples, reference, candidate)
}

// Write writes the file as a whole: after an error there is no new one, and the
// one that stood there is as it was.
func (e *Exported) Write(path string) error { return atomicfile.WriteBytes(path, e.File) }
