package deploy

import (
	"encoding/json"
	"fmt"

	"gmnc/system"
)

// MarshalJSON writes the topology under the names of the file's inputs.
func (t topology) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"particles": t.Particles}
	for _, kind := range system.ObjectKinds() {
		fields[kind.Plural] = t.Objects.Of(kind)
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
	return json.Marshal(fields)
}

// UnmarshalJSON reads what MarshalJSON wrote. A name that it does not know is
// an error.
func (t *topology) UnmarshalJSON(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	places := map[string]any{"particles": &t.Particles, "neighbors": &t.Neighbors,
		"node_features": &t.NodeFeatures, "edge_features": &t.EdgeFeatures}
	members := map[string]*[][]int{}
	for _, kind := range system.ObjectKinds() {
		members[kind.Plural] = new([][]int)
		places[kind.Plural] = members[kind.Plural]
	}
	for name, value := range fields {
		place, known := places[name]
		if !known {
			return fmt.Errorf("unknown field %q", name)
		}
		if err := json.Unmarshal(value, place); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	t.Objects = nil
	for _, kind := range system.ObjectKinds() {
		for _, object := range *members[kind.Plural] {
			t.Objects = append(t.Objects, kind.Of(object...))
		}
	}
	return nil
}
