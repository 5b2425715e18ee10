package deploy

import (
	"gmnc/artifact"
	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/onnx"
)

// File is an ONNX file of one step: the one that was loaded, or a checked
// export of the run.
func File(m *artifact.Model) ([]byte, error) {
	if m.File() == nil {
		trained, err := m.Run()
		if err != nil {
			return nil, err
		}
		exported, err := Export(trained, export.DefaultOpset)
		if err != nil {
			return nil, err
		}
		return exported.File, nil
	}
	outputs, err := artifact.Declared(m.Bytes(), onnx.GraphOutput)
	if err != nil {
		return nil, err
	}
	if artifact.Rolls(outputs) {
		return nil, fields.Errorf("this file rolls out many steps, and one of one step is needed: export the run without {rollout}")
	}
	return m.Bytes(), nil
}
