package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gmnc/export/emit"
	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// docs describes the inputs and outputs that a model may have besides fields.
var docs = map[string]string{
	system.PredictedPrefix + system.Position.Name: "positions one prediction interval later",
	system.PredictedPrefix + system.Velocity.Name: "velocities one prediction interval later",

	"position_radius": "radius around the predicted position within which the true one lies with the stated probability",
	"velocity_radius": "radius around the predicted velocity within which the true one lies with the stated probability",
	"system_radius":   "bound on the root mean square error over the system's positions, with the stated probability",

	"position_spread": "root mean square distance of the positions that the runs predict from their mean",
	"velocity_spread": "root mean square distance of the velocities that the runs predict from their mean",

	systems.Neighbors: "the particles that act on each particle, by their indices in the system; -1 in unused slots",

	"loss": "the loss before the step",
}

// oneInterval is the phrase in descriptions after which the length of the interval is added, if
// it is known.
const oneInterval = "one prediction interval"

// doc describes an input or output.
func doc(name string) string {
	if of, ok := strings.CutPrefix(name, ir.CotangentPrefix); ok {
		return "cotangent: the weight of each number of " + system.PredictedPrefix + of + " in the sum that gradients are of"
	}
	if of, ok := strings.CutPrefix(name, ir.GradientPrefix); ok {
		return "gradient of the weighted sum of predictions with respect to " + of
	}
	switch f := system.FieldNamed(name); {
	case f == nil:
		return docs[name]
	case slices.Contains(system.OfEachJoint, f):
		return f.Doc + ", the same for all particles of the body"
	default:
		return f.Doc
	}
}

// described declares an input or output with its shape, meaning and unit. The metadata may add
// to the meaning: other words, the names of columns, and the length of a prediction interval.
func (e *modelEmitter) described(name, meaning string, dtype ir.DType, shape ...ir.Dim) *onnxpb.ValueInfoProto {
	element := "float32"
	if dtype == ir.Index {
		element = "int64"
	}
	axes := make([]string, len(shape))
	for i, axis := range shape {
		axes[i] = axis.String()
	}
	doc := fmt.Sprintf("%s [%s]", element, strings.Join(axes, ", "))
	if own := e.metadata[MeaningPrefix+name]; own != "" {
		meaning = own
	}
	if interval := e.metadata[IntervalKey]; interval != "" {
		meaning = strings.Replace(meaning, oneInterval, fmt.Sprintf("%s (%s)", oneInterval, interval), 1)
	}
	if meaning != "" {
		doc += ": " + meaning
	}
	if columns := e.metadata[name]; columns != "" && (name == system.NodeFeatures.Name || name == system.EdgeFeatures.Name) {
		doc += "; columns: " + system.DescribeFeatures(strings.Split(columns, ", "))
	}
	if unit := cmp.Or(e.metadata[UnitsPrefix+name], e.metadata[UnitsPrefix+strings.TrimPrefix(name, system.PredictedPrefix)]); unit != "" {
		doc += "; unit: " + unit
	}
	return emit.ValueInfo(name, doc, dtype, shape...)
}
