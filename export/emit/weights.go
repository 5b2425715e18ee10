package emit

import (
	"encoding/binary"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// A weight is stored as the initializer of its name. If a graph reads rows of it, the
// initializers name[0:64], name[64:128] and so on replace it. If the graph reads its transpose,
// that is name^T.

const turnedSuffix = "^T"

// partName matches the name of a part: the name of the weight, and the rows.
var partName = regexp.MustCompile(`^(.*)\[(\d+):(\d+)\]$`)

// WriteWeights writes the given weights. A weight may be missing if no output depends on it, so
// that it is not live.
func (e *Emitter) WriteWeights(m *ir.Module, given map[string][]float32, live map[string]bool) error {
	for _, input := range m.Main.Inputs {
		data, ok := given[input.Name]
		switch {
		case input.Param && ok:
			e.Weight(input, data)
		case input.Param && live[input.Name]:
			return fmt.Errorf("the weight %s (%s) is missing", input.Name, input.Type)
		}
	}
	return nil
}

// Weight writes a parameter as the initializer of its name.
func (e *Emitter) Weight(param *ir.Value, data []float32) {
	rows, columns := param.Type.Rows(), param.Type.Columns()
	if len(data) != rows.Number*columns {
		e.Fail("the weight %s has %d numbers; it is %s and needs %d", param.Name, len(data), param.Type, rows.Number*columns)
		return
	}
	if strings.HasPrefix(param.Name, ConstantPrefix) || strings.ContainsAny(param.Name, "[^") {
		e.Fail("the weight %s is named like a constant or a part: name it otherwise than %s..., without [ and ^", param.Name, ConstantPrefix)
	}
	e.initializer(param.Name, FloatTensor(data, []int64{int64(rows.Number), int64(columns)}))
}

// initializer adds a tensor under a name, if it is new.
func (e *Emitter) initializer(name string, tensor *onnxpb.TensorProto) string {
	if !e.taken[name] {
		e.taken[name] = true
		tensor.Name = &name
		e.Graph.Initializer = append(e.Graph.Initializer, tensor)
	}
	return name
}

// Tensor returns the initializer of a name, or nil.
func (e *Emitter) Tensor(name string) *onnxpb.TensorProto {
	at := slices.IndexFunc(e.Graph.Initializer, func(t *onnxpb.TensorProto) bool { return t.GetName() == name })
	if at < 0 {
		return nil
	}
	return e.Graph.Initializer[at]
}

// Part returns an initializer with the rows of a weight that a node reads.
func (e *Emitter) Part(node *ir.Node) string {
	whole := e.Tensor(node.Args[0].Name)
	start, stop, columns := node.Int("start"), node.Int("stop"), int(whole.Dims[1])
	part := FloatTensor(nil, []int64{int64(stop - start), int64(columns)})
	part.RawData = whole.RawData[4*start*columns : 4*stop*columns]
	return e.initializer(fmt.Sprintf("%s[%d:%d]", whole.GetName(), start, stop), part)
}

// transposed returns the transpose of a matrix that the file holds, or "" for another value.
func (e *Emitter) transposed(name string) string {
	whole := e.Tensor(name)
	if whole == nil || len(whole.Dims) != 2 || whole.GetDataType() != int32(onnxpb.TensorProto_FLOAT) {
		return ""
	}
	turned := FloatTensor(nil, []int64{whole.Dims[1], whole.Dims[0]})
	turned.RawData = transpose(whole.RawData, int(whole.Dims[0]), int(whole.Dims[1]))
	return e.initializer(name+turnedSuffix, turned)
}

// transpose transposes a matrix of float32.
func transpose(raw []byte, rows, columns int) []byte {
	turned := make([]byte, 0, len(raw))
	for column := range columns {
		for row := range rows {
			at := 4 * (row*columns + column)
			turned = append(turned, raw[at:at+4]...)
		}
	}
	return turned
}

// Collected holds weights that are assembled from initializers: whole ones, and parts by their
// first rows.
type Collected struct {
	Whole map[string][]byte
	parts map[string]map[int]weightPart
}

// weightPart holds the rows of a weight up to, but not including, stop.
type weightPart struct {
	stop int
	raw  []byte
}

// Add adds an initializer. Its data are float32 and fill its extents.
func (c Collected) Add(name string, dims []int64, raw []byte) {
	name, turned := strings.CutSuffix(name, turnedSuffix)
	if turned && len(dims) == 2 {
		raw = transpose(raw, int(dims[0]), int(dims[1]))
	}
	rows := partName.FindStringSubmatch(name)
	if rows == nil {
		c.Whole[name] = raw
		return
	}
	start, startErr := strconv.Atoi(rows[2])
	stop, stopErr := strconv.Atoi(rows[3])
	if startErr != nil || stopErr != nil || stop <= start {
		return
	}
	if c.parts[rows[1]] == nil {
		c.parts[rows[1]] = map[int]weightPart{}
	}
	c.parts[rows[1]][start] = weightPart{stop, raw}
}

// Weights returns all weights that were added, with their parts concatenated.
func (c Collected) Weights() map[string][]byte {
	all := maps.Clone(c.Whole)
	for name, parts := range c.parts {
		if all[name] != nil {
			continue
		}
		var whole []byte
		for at := 0; parts[at].stop > at; at = parts[at].stop {
			whole = append(whole, parts[at].raw...)
		}
		all[name] = whole
	}
	return all
}

// Folded returns the weights on which outputs depend but that no initializer holds.
func Folded(graph *onnxpb.GraphProto, live map[string]bool, weights map[string][]float32) map[string][]byte {
	collected := NewCollected()
	for _, tensor := range graph.Initializer {
		if !strings.HasPrefix(tensor.GetName(), ConstantPrefix) {
			collected.Add(tensor.GetName(), tensor.Dims, tensor.RawData)
		}
	}
	missing := map[string][]byte{}
	have := collected.Weights()
	for name, data := range weights {
		if live[name] && len(have[name]) != 4*len(data) {
			missing[name], _ = binary.Append(nil, binary.LittleEndian, data)
		}
	}
	return missing
}

// NewCollected returns a collection without weights.
func NewCollected() Collected {
	return Collected{map[string][]byte{}, map[string]map[int]weightPart{}}
}
