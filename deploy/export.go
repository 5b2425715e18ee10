package deploy

import (
	"encoding/json"
	"fmt"
	"strings"

	"gmnc/datasets"
	"gmnc/export"
	"gmnc/runtime/interpreter"
	"gmnc/runtime/onnxruntime"
	"gmnc/train"
	"gmnc/train/verify"
)

// Verified says what an exported file was held against before it was
// written: each runtime, with the compositions and the largest difference.
type Verified struct {
	Size     int // of the file, bytes
	Runtimes []string
	Reports  []verify.Report
	// Missing says why onnxruntime was not among them, if so.
	Missing error
}

// Export writes a run as an ONNX file. Before that the file has passed a
// structural check and has given the interpreter's numbers in onnx-go and,
// where it is found, in onnxruntime, at several compositions of a system.
// If anything differs, no file is written and the error says what.
func Export(folder, path string, opset int) (*Verified, error) {
	run, err := train.ReadRun(folder)
	if err != nil {
		return nil, err
	}
	return exporting{run: run, opset: opset}.write(path)
}

// ExportBaked is Export of a file for one kind of system only, that of the
// data set: its sticks, hinges, neighbours and features are inside, in place
// of inputs. The check is made on samples of the data set.
func ExportBaked(folder, path string, opset int, data *datasets.Data) (*Verified, error) {
	run, err := train.ReadRun(folder)
	if err != nil {
		return nil, err
	}
	if err := train.CheckData(run.Config.Model, data); err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	t, samples, err := commonTopology(data)
	if err != nil {
		return nil, err
	}
	return exporting{run, opset, &t, samples[:min(len(samples), verify.Systems)]}.write(path)
}

// exporting is a run on its way into a file.
type exporting struct {
	run      *train.Run
	opset    int
	topology *topology         // baked in; nil for inputs
	samples  []datasets.Sample // of the topology, to check with
}

func (e exporting) write(path string) (*Verified, error) {
	file, err := e.encode(nil)
	if err != nil {
		return nil, err
	}
	verified, err := e.check(file)
	if err != nil {
		return nil, fmt.Errorf("%s was not written: %w", path, err)
	}
	if file, err = e.encode(verified); err != nil {
		return nil, err
	}
	verified.Size = len(file)
	// Checked again: these are other bytes, since they tell of the first check.
	return verified, export.Write(path, file, func(data []byte) error {
		_, err := e.check(data)
		return err
	})
}

// encode makes the file, with what was verified in its metadata.
func (e exporting) encode(verified *Verified) ([]byte, error) {
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

// Lines tell what was verified, one line a runtime, and what was not.
func (v *Verified) Lines() []string {
	lines := v.agreements()
	if v.Missing != nil {
		lines = append(lines, fmt.Sprintf("not checked in onnxruntime: %v", v.Missing))
	}
	return lines
}

func (v *Verified) agreements() []string {
	var lines []string
	for i, name := range v.Runtimes {
		report := v.Reports[i]
		lines = append(lines, fmt.Sprintf("%s agrees with the float64 interpreter to %.1e of the largest entry at %s",
			name, report.Largest, strings.Join(report.Compositions, " ")))
	}
	return lines
}

// check holds the file, in every runtime at hand, against the interpreter.
func (e exporting) check(file []byte) (*Verified, error) {
	reference, err := rows(interpreter.Open(e.run.Model.Module, e.run.Weights))
	if err != nil {
		return nil, err
	}
	defer reference.Close()
	verified := &Verified{}
	for _, name := range []string{"onnx-go", "onnxruntime"} {
		if name == "onnxruntime" {
			if verified.Missing = onnxruntime.Available(); verified.Missing != nil {
				continue
			}
		}
		candidate, err := openFile(file, name, e.topology)
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
func (e exporting) compare(reference, candidate train.Predictor) (verify.Report, error) {
	if e.topology == nil {
		return verify.Compare(e.run.Config.Model, reference, candidate)
	}
	return verify.CompareOn("the topology inside", e.samples, reference, candidate)
}
