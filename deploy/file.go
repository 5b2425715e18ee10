package deploy

import (
	"context"

	"gmnc/artifact"
	"gmnc/internal/fields"
)

// File returns an ONNX file of one step: the file that was loaded, or a checked export of the
// run.
func File(ctx context.Context, m *artifact.Model) ([]byte, error) {
	if m.File() == nil {
		trained, err := m.Run()
		if err != nil {
			return nil, err
		}
		exported, err := ExportWith(ctx, trained, Options{})
		if err != nil {
			return nil, err
		}
		return exported.File, nil
	}
	signature, err := artifact.ReadSignature(m.Bytes())
	if err != nil {
		return nil, err
	}
	if signature.Rolls() {
		return nil, fields.Errorf("this file rolls out many steps, and one of one step is needed: export the run without {rollout}")
	}
	return m.Bytes(), nil
}

// StepFile returns a file of training steps: the file that was loaded, or a checked export of
// the run.
func StepFile(ctx context.Context, m *artifact.Model) (*artifact.Model, error) {
	if m.File() != nil {
		if !m.Trains() {
			return nil, fields.Errorf("it is no file of training steps: export one with {train_step}")
		}
		return m, nil
	}
	trained, err := m.Run()
	if err != nil {
		return nil, err
	}
	exported, err := ExportWith(ctx, trained, Options{Step: true})
	if err != nil {
		return nil, err
	}
	return artifact.FromFile(exported.File)
}
