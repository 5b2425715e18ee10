package measure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/system"
)

// TestEdgeColumns: the columns of edges count in a function and in the widest function that it calls, and others do not.
func TestEdgeColumns(t *testing.T) {
	value := func(rows string, columns int) *ir.Value { return &ir.Value{Type: ir.Floats(ir.Rows(rows), columns)} }
	index := &ir.Value{Type: ir.Indices("particles", ir.Rows(graph.Edges))}
	of := func(values ...*ir.Value) *ir.Func { return &ir.Func{Nodes: []*ir.Node{{Results: values}}} }
	narrow, wide := of(value(graph.Edges, 2)), of(value(graph.Edges, 5))
	f := &ir.Func{Nodes: []*ir.Node{{Results: []*ir.Value{value(graph.Edges, 3), value("particles", 100), index}}, {Callee: wide}, {Callee: narrow}, {Results: []*ir.Value{value(graph.Edges, 4)}}}}
	require.Equal(t, 3+4+5, edgeColumns(f))
	require.Equal(t, 8.*(1+12), referenceEdgeMemory(&ir.Module{Main: f}))
}

// TestMemoryOfTopologies: a topology is refused if its edges, or with trees the pairs of its particles, need more memory than is free.
func TestMemoryOfTopologies(t *testing.T) {
	cloud := artifact.Topology{Particles: 1000}
	require.NoError(t, checkMemory(cloud, 8))
	require.ErrorContains(t, checkMemory(cloud, 1e15), "cannot be measured: that takes about 9.3e+11 GB, where ")
	forest := artifact.Topology{Particles: 1000, Objects: system.Objects{{Kind: system.Tree, Members: []int{0, 1}, Parents: []int{-1, 0}}}}
	require.NoError(t, checkMemory(forest, 0))
	_, err := WithoutReference(run.Config{Model: config.Config{Model: "gmn"}}, &cloud, 1e15)
	require.ErrorContains(t, err, "cannot be measured")
}
