package deploy_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/deploy"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// opening calls a function with the name of the engine before a session is opened.
func opening(t *testing.T, before func(engine string)) {
	t.Helper()
	all := engines.All()
	for i := range all {
		name, file, threads := all[i].Name, all[i].OpenFile, all[i].OpenFileThreads
		if file != nil {
			all[i].OpenFile = func(data []byte) (runtime.Session, error) { before(name); return file(data) }
		}
		if threads != nil {
			all[i].OpenFileThreads = func(data []byte, count int) (runtime.Session, error) { before(name); return threads(data, count) }
		}
		all[i].Modes = slices.Clone(all[i].Modes)
		for k := range all[i].Modes {
			open := all[i].Modes[k].Open
			all[i].Modes[k].Open = func(m *ir.Module, params map[string]runtime.Tensor) (runtime.Session, error) {
				before(name)
				return open(m, params)
			}
		}
	}
	t.Cleanup(engines.Replace(all))
}

// TestNothingBeginsLater: once a context has ended, an export and a verification measure nothing
// more, neither by the reference nor for a radius nor on a test set, and return the cause.
func TestNothingBeginsLater(t *testing.T) {
	cause := errors.New("no more time")
	test := &deploy.TestSet{Info: &run.DataInfo{File: "other.npz"}, Samples: targeted(20, 2)}
	var ctx context.Context
	var cancel context.CancelCauseFunc
	var opened []string
	last := 0 // the number of sessions after which the context ends
	opening(t, func(engine string) {
		if opened = append(opened, engine); len(opened) == last {
			cancel(cause)
		}
	})
	begin := func(sessions int) {
		ctx, cancel = context.WithCancelCause(t.Context())
		if opened, last = nil, sessions; last == 0 {
			cancel(cause)
		}
	}
	options := map[string]deploy.Options{"plain": {Float16: true, Test: test}, "radius": withRadius(targeted(40, 1))}
	for name, o := range options {
		begin(0)
		_, err := deploy.ExportWith(ctx, lawRun(t, nil, 1), o)
		require.ErrorIs(t, err, cause, name)
		require.Empty(t, opened, name)
	}
	begin(-1)
	exported, err := deploy.ExportWith(ctx, lawRun(t, nil, 1), options["plain"])
	require.NoError(t, err)
	whole := slices.Clone(opened)
	reference := engines.Reference().Name
	rounding := len(whole)
	for whole[rounding-1] != reference {
		rounding--
	}
	require.Less(t, rounding, len(whole), "the test set comes after the rounding")
	begin(rounding)
	_, err = deploy.ExportWith(ctx, lawRun(t, nil, 1), options["plain"])
	require.ErrorIs(t, err, cause)
	require.Equal(t, whole[:rounding], opened)

	begin(0)
	v, err := deploy.VerifyFrom(ctx, "m.onnx", exported.File, test, 1)
	require.ErrorIs(t, err, cause)
	require.Empty(t, v.Broken)
	require.Empty(t, opened)
	begin(1)
	require.ErrorIs(t, v.Measure(ctx), cause)
	require.Empty(t, v.Broken, "the end of a context is no broken promise")
	require.Nil(t, v.Test)
}
