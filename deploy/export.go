package deploy

import (
	"encoding/json"
	"fmt"
	"strings"

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
	file, err := encode(run, opset, nil)
	if err != nil {
		return nil, err
	}
	verified, err := check(run, file)
	if err != nil {
		return nil, fmt.Errorf("%s was not written: %w", path, err)
	}
	if file, err = encode(run, opset, verified); err != nil {
		return nil, err
	}
	verified.Size = len(file)
	// Checked again: these are other bytes, since they tell of the first check.
	return verified, export.Write(path, file, func(data []byte) error {
		_, err := check(run, data)
		return err
	})
}

// encode makes the file, with what was verified in its metadata.
func encode(run *train.Run, opset int, verified *Verified) ([]byte, error) {
	config, err := json.Marshal(run.Config.Model)
	if err != nil {
		return nil, err
	}
	weights := map[string][]float32{}
	for name, weight := range run.Weights {
		weights[name] = weight.Float
	}
	return export.Model(run.Model.Module, weights, export.Info{
		Opset:    opset,
		Version:  Version(),
		Doc:      run.Model.Config.Model + ": predicts where the particles of constrained systems will be, one prediction interval later",
		Config:   string(config),
		Metadata: metadata(run, verified),
	})
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
func check(run *train.Run, file []byte) (*Verified, error) {
	reference, err := rows(interpreter.Open(run.Model.Module, run.Weights))
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
		candidate, err := openFile(file, name)
		if err != nil {
			return nil, fmt.Errorf("%s does not load the file: %w", name, err)
		}
		report, err := verify.Compare(run.Config.Model, reference, candidate)
		candidate.Close()
		if err != nil {
			return nil, fmt.Errorf("%s differs from the interpreter: %w", name, err)
		}
		verified.Runtimes = append(verified.Runtimes, name)
		verified.Reports = append(verified.Reports, report)
	}
	return verified, nil
}
