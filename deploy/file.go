package deploy

import (
	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/onnx"
)

// File is an ONNX file of one step: the one that was loaded, or a checked
// export of the run.
func (m *Model) File() ([]byte, error) {
	if m.file == nil {
		exported, err := Export(m.run, export.DefaultOpset)
		if err != nil {
			return nil, err
		}
		return exported.File, nil
	}
	outputs, err := declared(m.data, onnx.GraphOutput)
	if err != nil {
		return nil, err
	}
	if rolls(outputs) {
		return nil, fields.Errorf("this file rolls out many steps, and one of one step is needed: export the run without {rollout}")
	}
	return m.data, nil
}
