package artifact

import (
	"fmt"
	"strings"

	"gmnc/builder/config"
	"gmnc/onnx"
	"gmnc/run"
	"gmnc/system"
)

// Description says what a model is. Inspect prints it, and gmnc inspect --json writes it.
type Description struct {
	Path       string        `json:"path"`
	Model      config.Config `json:"model"`
	Parameters int           `json:"learned_parameters"`
	// File describes an exported file. It is nil for a run.
	File *FileDescription `json:"file,omitempty"`
	// Data describes the training data, or is nil if they are not known.
	Data *DataDescription `json:"data,omitempty"`
	// Metrics holds the epoch of the weights and the validation errors, by the names of the metadata.
	Metrics map[string]float64 `json:"metrics,omitempty"`
	Fit     string             `json:"fit,omitempty"`
	Caveats []string           `json:"caveats,omitempty"`
	// Certificate holds what was measured before the file was written. It is nil for a run, and
	// for a file that was changed or has none.
	Certificate *Certificate `json:"certificate,omitempty"`
}

// FileDescription describes an exported file.
type FileDescription struct {
	Bytes   int            `json:"bytes"`
	Nodes   int            `json:"nodes"`
	Opset   int            `json:"opset"`
	Maker   string         `json:"maker"`
	Changed bool           `json:"changed"` // the file is not the one that gmnc exported
	Inputs  []TensorOfFile `json:"inputs"`
	Outputs []TensorOfFile `json:"outputs"`
}

// TensorOfFile is an input or output of a file.
type TensorOfFile struct {
	Name string `json:"name"`
	Type string `json:"type"` // such as float32
	// Shape holds the size or the name of each axis. It is nil if the file declares none.
	Shape   []any  `json:"shape"`
	Meaning string `json:"meaning,omitempty"` // with its unit, where that is known

	text string // the declaration in a line
}

// DataDescription describes the data that a model was trained on. Units are "" if they are not
// known.
type DataDescription struct {
	File         string `json:"file"`
	SHA256       string `json:"sha256"`
	LengthUnit   string `json:"length_unit,omitempty"`
	VelocityUnit string `json:"velocity_unit,omitempty"`
	Interval     string `json:"interval,omitempty"`
	// Ranges holds the ranges of the inputs that the model takes, and Joints those of joints.
	Ranges *system.Ranges      `json:"ranges,omitempty"`
	Joints []system.JointRange `json:"joints,omitempty"`
}

// Describe describes the model under the given name. A model that this program lacks is described
// as far as its configuration and its file say it.
func (m *Model) Describe(name string) (*Description, error) {
	trained, err := m.Run()
	count := m.weights()
	switch {
	case err == nil:
		count = trained.Model.Count()
	case !config.Known(m.run.Config.Model.Model):
		trained = m.run
	default:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	d := &Description{
		Path: name, Model: trained.Config.Model, Parameters: count, Data: m.describeData(trained.Config),
		Metrics: trained.Figures(), Fit: trained.Fit(), Caveats: trained.Caveats(),
	}
	if m.file == nil {
		return d, nil
	}
	if d.File, err = m.describeFile(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if m.certificate != nil && !m.file.Changed {
		d.Certificate = m.certificate
		d.Caveats = append(d.Caveats, m.certificate.Caveats(m.Config(), m.joints)...)
	}
	return d, nil
}

// describeData describes the training data. A file in joint coordinates has the ranges of its
// joints alone.
func (m *Model) describeData(c run.Config) *DataDescription {
	data := c.Data
	if data == nil {
		return nil
	}
	d := &DataDescription{File: data.File, SHA256: data.SHA256, LengthUnit: data.LengthUnit, VelocityUnit: data.VelocityUnit, Interval: data.Interval, Joints: data.Joints}
	switch {
	case m.joints != nil:
		d.Joints = m.joints.Ranges
	case data.Ranges != nil:
		d.Ranges = data.Ranges.Of(c.Model.Takes)
	}
	return d
}

func (m *Model) describeFile() (*FileDescription, error) {
	model, err := onnx.Read(m.data)
	if err != nil {
		return nil, err
	}
	d := &FileDescription{Bytes: len(m.data), Nodes: m.file.Nodes, Opset: m.file.Opset, Maker: m.file.Maker, Changed: m.file.Changed}
	for _, part := range []struct {
		tensors *[]TensorOfFile
		number  onnx.Number
	}{{&d.Inputs, onnx.GraphInput}, {&d.Outputs, onnx.GraphOutput}} {
		declarations, err := onnx.ReadDeclarations(model.Graph, part.number)
		if err != nil {
			return nil, err
		}
		for _, declared := range declarations {
			*part.tensors = append(*part.tensors, tensorOf(declared))
		}
	}
	return d, nil
}

// tensorOf describes a declaration.
func tensorOf(d onnx.Declaration) TensorOfFile {
	t := TensorOfFile{Name: d.Name, Type: d.TypeName(), text: d.String()}
	if _, meaning, found := strings.Cut(d.Doc, "]: "); found {
		t.Meaning = meaning
		t.text += ": " + meaning
	}
	if d.Ranked {
		t.Shape = []any{}
	}
	for _, axis := range d.Axes {
		if axis.Size >= 0 {
			t.Shape = append(t.Shape, axis.Size)
		} else {
			t.Shape = append(t.Shape, axis.Name)
		}
	}
	return t
}
