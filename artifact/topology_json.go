package artifact

import (
	"encoding/json"
	"fmt"

	"gmnc/internal/strictjson"
	"gmnc/system"
)

// MarshalJSON encodes the topology under the names of the file's inputs.
func (t Topology) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"particles": t.Particles}
	for _, kind := range system.ListedKinds() {
		if members := t.Objects.Of(kind); members != nil {
			fields[kind.Array()] = members
		}
	}
	for _, kind := range system.ForestKinds() {
		if t.Objects.Count(kind) > 0 {
			fields[kind.Array()] = t.Objects.Numbers(kind, t.Particles)
		}
	}
	if t.Neighbors != nil {
		fields["neighbors"] = t.Neighbors
	}
	if t.NodeFeatures != nil {
		fields["node_features"] = t.NodeFeatures
	}
	if t.EdgeFeatures != nil {
		fields["edge_features"] = t.EdgeFeatures
	}
	for _, constant := range t.Constants {
		fields[constant.Field.Name] = constant.Values
	}
	return json.Marshal(fields)
}

// UnmarshalJSON decodes what MarshalJSON encoded. A name that it does not know is an error. So
// is null, except for a kind without objects, for which earlier builds wrote it.
func (t *Topology) UnmarshalJSON(text []byte) error {
	var fields map[string]json.RawMessage
	if err := strictjson.Unmarshal(text, &fields); err != nil {
		return err
	}
	sizes := map[string]any{"particles": &t.Particles, "neighbors": &t.Neighbors,
		"node_features": &t.NodeFeatures, "edge_features": &t.EdgeFeatures}
	members, numbers := map[*system.Kind]*[][]int{}, map[*system.Kind]*[]int64{}
	for _, kind := range system.ListedKinds() {
		members[kind] = new([][]int)
		sizes[kind.Array()] = members[kind]
	}
	for _, kind := range system.ForestKinds() {
		numbers[kind] = new([]int64)
		sizes[kind.Array()] = numbers[kind]
	}
	constants := map[*system.Field]*[]float32{}
	for _, f := range system.GivenFields() {
		if sizes[f.Name] == nil && !f.Named() {
			constants[f] = new([]float32)
			sizes[f.Name] = constants[f]
		}
	}
	for name, value := range fields {
		size, known := sizes[name]
		if !known {
			return fmt.Errorf("unknown field %q", name)
		}
		if _, listed := size.(*[][]int); listed && string(value) == "null" {
			continue
		}
		if err := strictjson.Unmarshal(value, size); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	t.Objects, t.Constants = nil, nil
	for _, kind := range system.ListedKinds() {
		for _, object := range *members[kind] {
			t.Objects = append(t.Objects, kind.Of(object...))
		}
	}
	for _, kind := range system.ForestKinds() {
		objects, err := kind.Numbered(*numbers[kind], reportTopology)
		if err != nil {
			return err
		}
		t.Objects = append(t.Objects, objects...)
	}
	for _, f := range system.GivenFields() {
		if values := constants[f]; values != nil && *values != nil {
			t.Constants = append(t.Constants, system.Values{Field: f, Values: *values})
		}
	}
	robot := t.Sample()
	robot.Hang()
	t.Objects = robot.Objects
	return nil
}

// reportTopology is the system.Report that says what is wrong with the topology.
func reportTopology(array, format string, arguments ...any) error {
	return fmt.Errorf("%s%s", array, fmt.Sprintf(format, arguments...))
}
