package deploy

import (
	"encoding/json"
	"errors"

	"gmnc/artifact"
	"gmnc/deploy/measure"
	"gmnc/export"
	"gmnc/export/outline"
	"gmnc/export/rolling"
	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/system"
)

// withCertificate returns a file with a certificate in its metadata.
func withCertificate(file []byte, certificate *artifact.Certificate) ([]byte, error) {
	text, err := certificate.Text()
	if err != nil {
		return nil, err
	}
	return export.WithMetadata(file, artifact.CertificateKey, text)
}

// encode encodes the file, without a certificate.
func (e exporting) encode() ([]byte, error) {
	info, err := artifact.Info(e.told())
	if err != nil {
		return nil, err
	}
	info.Opset, info.Rollout, info.Float16, info.Functions = e.opset, e.rolling(), e.unrounded != nil, e.functions
	info.Loop = e.loop
	if e.rollout != nil {
		info.Doc += ", and again and again"
	}
	if e.topology != nil {
		text, err := json.Marshal(e.topology)
		if err != nil {
			return nil, err
		}
		info.Baked, info.Metadata[artifact.TopologyKey] = measure.BakedInputs(*e.topology, info.Depth > 0), string(text)
	}
	if e.joints != nil {
		if err := e.joints.Describe(&info); err != nil {
			return nil, err
		}
	}
	module := e.run.Model.Module
	if e.joints != nil {
		module = e.joints.Module
	}
	if e.step != nil {
		module, info.Step = e.step.Module, e.step.Step
		info.Doc = e.run.Model.Config.Model + ": makes one step of training"
	}
	if e.pullback != nil {
		module, info.Gradients = e.pullback.Module, e.pullback.Names
		info.Doc += ", with gradients"
	}
	file, err := export.Model(module, e.run.Floats(), info)
	if errors.Is(err, outline.ErrNoLoop) {
		err = fields.Errorf("{loop}: %w; leave {loop} out", err)
	}
	return file, err
}

// rolling says how the file applies the model repeatedly. It returns nil for one step.
func (e exporting) rolling() *rolling.Rollout {
	if e.rollout == nil {
		return nil
	}
	config := e.run.Config.Model
	if e.joints != nil {
		return &rolling.Rollout{Steps: e.rollout.Steps, PerFrame: []string{system.LoadInput}}
	}
	return &rolling.Rollout{Steps: e.rollout.Steps, PerFrame: config.PerFrame, Radii: grown(config.Radius)}
}

// told returns the run as the file describes it, with the examples that the file contains. A
// file of training steps would need targets, and one in joint coordinates takes no particles:
// these have no examples.
func (e exporting) told() *run.Run {
	if e.run.Config.Data == nil {
		return e.run
	}
	told, data := *e.run, *e.run.Config.Data
	data.Examples = nil
	if !e.noExamples && e.step == nil && e.joints == nil {
		data.Examples = measure.ExamplesOf(e.run.Config, e.topology)
	}
	told.Config.Data = &data
	return &told
}
