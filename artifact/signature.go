package artifact

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/onnx"
	"gmnc/system"
)

// Signature describes what an exported file takes and returns.
type Signature struct {
	Inputs, Outputs []string
	// Steps is the number of steps of a file of many steps. It is 0 if the file takes their
	// number, and for a file of one step.
	Steps int
	// PerFrame names those inputs of a file of many steps that have an axis of steps.
	PerFrame []string
	// HasLoop reports whether a Loop is in the graph, over steps of the model or of a rollout.
	HasLoop bool
}

// ReadSignature reads the signature of a file.
func ReadSignature(file []byte) (s Signature, err error) {
	model, err := onnx.Read(file)
	if err != nil {
		return s, err
	}
	err = eachDeclared(model, onnx.GraphInput, func(input onnx.Declaration) { s.Inputs = append(s.Inputs, input.Name) })
	if err != nil {
		return s, err
	}
	err = eachDeclared(model, onnx.GraphOutput, func(output onnx.Declaration) {
		s.Outputs = append(s.Outputs, output.Name)
		if rolling.OfStep(output.Name) != "" && len(output.Axes) > 0 {
			s.Steps = max(s.Steps, output.Axes[0].Size)
		}
	})
	if err == nil && s.Steps > rolling.MaxUnrolled {
		err = fmt.Errorf("the file declares %d steps; %d at most are written one after another", s.Steps, rolling.MaxUnrolled)
	}
	if err == nil {
		s.HasLoop, err = model.HasLoop()
	}
	if err != nil || !s.Rolls() {
		return s, err
	}
	config, err := config.ParseConfig([]byte(export.ConfigOf(model)))
	s.PerFrame = config.PerFrame
	return s, err
}

// Rolls reports whether the file makes many steps.
func (s Signature) Rolls() bool {
	return slices.ContainsFunc(s.Outputs, func(name string) bool { return rolling.OfStep(name) != "" })
}

// RollsInLoop reports whether the file rolls in a Loop: it takes the number of its steps, or
// has gradients through many steps.
func (s Signature) RollsInLoop() bool {
	return slices.Contains(s.Inputs, rolling.StepsInput) || slices.Contains(s.Inputs, rolling.Cotangents(system.Position.Name))
}

// eachDeclared calls take for each input or output that a file declares.
func eachDeclared(model onnx.Model, which onnx.Number, take func(onnx.Declaration)) error {
	return onnx.EachRecord(model.Graph, which, func(record []byte) error {
		declaration, err := onnx.ReadDeclaration(record)
		take(declaration)
		return err
	})
}
