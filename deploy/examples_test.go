package deploy_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/internal/test/fixtures"
	"gmnc/onnx/onnxpb"
	"gmnc/run"
	"gmnc/system"
)

// falling is a run of a law under gravity that knows its training samples: some at rest, some
// on the plane z = 0, and gravity never along an axis unless it is upright.
func falling(t *testing.T, posed, upright bool) *run.Run {
	t.Helper()
	samples := fixtures.Samples(system.Composition{2, 1}, 9, 3)
	for i := range samples {
		samples[i].Charge = nil
		gravity := []float32{3, float32(i), -9}
		if upright {
			gravity = []float32{0, 0, -9}
		}
		system.Gravity.Set(&samples[i], gravity)
	}
	model, err := builder.New(config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Time: 0.1, Length: 1,
		NoCharge: true, Fields: []string{system.Gravity.Name}, Integrator: config.Midpoint}, false)
	require.NoError(t, err)
	info := &run.DataInfo{File: "data.npz"}
	info.Describe(&datasets.Data{Train: samples})
	info.Posed = posed
	trained, err := run.New(run.Config{Version: "test", Model: model.Config, Data: info}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return trained
}

// TestFilesWrongWhereDataLie: a file that is wrong only in planar systems, only at rest, only
// with gravity along an axis, or only on true inputs is refused from every seed, and so is one
// that is wrong at single batch sizes.
func TestFilesWrongWhereDataLie(t *testing.T) {
	trained := falling(t, false, false)
	file, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
	require.NoError(t, err)
	honest, err := deploy.VerifyFrom(t.Context(), "model.onnx", file.File, nil, 3)
	require.NoError(t, err)
	require.NoError(t, honest.Err())
	// none has a value be zero in a system, over its axes.
	none := func(g protoGraph, value string, axes ...int64) {
		g.node("Abs", "sizes_of", value)
		g.with(map[string]any{"axes": axes, "keepdims": int64(1)}, "ReduceMax", "largest_of", "sizes_of")
		g.constant("nothing", onnxpb.TensorProto_FLOAT, number(0))
		g.node("Equal", "wrongs", "largest_of", "nothing")
	}
	index := func(g protoGraph, name string, of ...int64) {
		var data []byte
		for _, value := range of {
			data = binary.LittleEndian.AppendUint64(data, uint64(value))
		}
		g.constant(name, onnxpb.TensorProto_INT64, data, int64(len(of)))
	}
	for name, condition := range map[string]func(g protoGraph){
		"planar": func(g protoGraph) {
			index(g, "z", 2)
			g.with(map[string]any{"axis": int64(2)}, "Gather", "heights", "position", "z")
			none(g, "heights", 1, 2)
		},
		"at rest": func(g protoGraph) { none(g, "velocity", 1, 2) },
		"gravity down": func(g protoGraph) {
			index(g, "across", 0, 1)
			index(g, "one", 1)
			g.with(map[string]any{"axis": int64(1)}, "Gather", "sideways", "gravity", "across")
			g.node("Unsqueeze", "sideways_of_all", "sideways", "one")
			none(g, "sideways_of_all", 1, 2)
		},
		"on true inputs": func(g protoGraph) {
			index(g, "origin", 0)
			g.with(map[string]any{"axis": int64(1)}, "Gather", "first_particle", "position", "origin")
			g.constant("known", onnxpb.TensorProto_FLOAT, slices.Concat(number(trained.Config.Data.Examples[1].Position[0]),
				number(trained.Config.Data.Examples[1].Position[1]), number(trained.Config.Data.Examples[1].Position[2])), 1, 1, 3)
			g.node("Sub", "beside", "first_particle", "known")
			none(g, "beside", 1, 2)
		},
	} {
		for seed := range uint64(2) {
			v, err := deploy.VerifyFrom(t.Context(), "model.onnx", wrongWhere(t, file.File, condition), nil, seed)
			require.NoError(t, err)
			require.ErrorContains(t, v.Err(), "does not keep its promises", "%s, seed %d", name, seed)
		}
	}
}

// TestExamplesTravel: true inputs are in a file, unless they are left out, and a file is
// measured on them either way. Those that a topology inside is not of are left out.
func TestExamplesTravel(t *testing.T) {
	trained := falling(t, false, true)
	for want, options := range map[int]deploy.Options{3: {}, 0: {NoExamples: true}} {
		exported, err := deploy.ExportWith(t.Context(), trained, options)
		require.NoError(t, err)
		file, err := export.Decode(exported.File)
		require.NoError(t, err)
		require.Equal(t, want, strings.Count(file.Metadata["data.examples"], `"position"`))
		require.Contains(t, fmt.Sprint(exported.Lines()), "; 3 training inputs; 3 perturbed training inputs.")
		v, err := deploy.VerifyFrom(t.Context(), "model.onnx", exported.File, nil, 1)
		require.NoError(t, err)
		require.NoError(t, v.Err())
	}
	trained.Config.Data.Examples[0].Objects = system.Objects{system.Stick.Of(0, 3)}
	baked, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Topology: &datasets.Data{Test: []system.Sample{trained.Config.Data.Examples[1].Sample}}})
	require.NoError(t, err)
	require.Contains(t, fmt.Sprint(baked.Lines()), "; 1 training input; ")
	require.NotContains(t, fmt.Sprint(baked.Lines()), "3 training inputs")
	step, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Step: true})
	require.NoError(t, err)
	require.NotContains(t, fmt.Sprint(step.Lines()), "training input")
}

// TestExamplesOfPosesTravel: true inputs are in a file of poses as well.
func TestExamplesOfPosesTravel(t *testing.T) {
	exported, err := deploy.ExportWith(t.Context(), falling(t, true, true), deploy.Options{})
	require.NoError(t, err)
	require.Contains(t, fmt.Sprint(exported.Lines()), "; 3 training inputs; 3 perturbed training inputs.")
	v, err := deploy.VerifyFrom(t.Context(), "model.onnx", exported.File, nil, 1)
	require.NoError(t, err)
	require.NoError(t, v.Err())
}
