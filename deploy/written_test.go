package deploy

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// verified returns the verification of a small file, whose data have ranges and an overlap.
func verified(t *testing.T, certificate *artifact.Certificate) *Verification {
	t.Helper()
	trained := small(t)
	trained.Config.Data = &run.DataInfo{File: "d.npz", Ranges: system.MeasureRanges(sticks(2, 1), nil), Overlap: "Half of the samples overlap"}
	v, err := Read("m.onnx", encoded(t, exporting{run: trained, topology: inside()}, certificate), nil, 12)
	require.NoError(t, err)
	v.Runtimes = certified().Runtimes
	v.Missing = []string{"There is no other engine."}
	v.Test = &artifact.TestErrors{Data: "test.npz", Samples: 3}
	return v
}

// titles returns the titles of the lines of a text, without its first line.
func titles(text string) (all []string) {
	for line := range strings.Lines(text) {
		if rest, indented := strings.CutPrefix(line, "  "); indented {
			title, _, _ := strings.Cut(rest, " ")
			all = append(all, title)
		}
	}
	return all
}

// TestWritten: a verification writes what it measured, with caveats, the seed, what is missing, the
// limits, and that everything holds. In a broken file, the last two are what is broken.
func TestWritten(t *testing.T) {
	v := verified(t, certified())
	var text strings.Builder
	v.Write(&text)
	require.Regexp(t, `^m.onnx: gmn-ode, written by gmnc .*; each row "measured" was measured now\n`, text.String())
	require.Equal(t, []string{"measured", "measured", "caveat", "seed", "missing", "limits", "holds"}, titles(text.String()))
	require.Contains(t, text.String(), "The random systems in and around the training ranges are those of the seed 12; gmnc verify --seed 12 draws them again.")
	require.Contains(t, text.String(), "Half of the samples overlap")
	require.Contains(t, text.String(), "1 caveat above.")
	text.Reset()
	v.WriteResult(&text)
	require.Equal(t, []string{"measured", "caveat", "missing", "holds"}, titles(text.String()))
	require.Contains(t, text.String(), "1 caveat above.")

	v.OnTest = artifact.Measured{Runtime: "a", Findings: []verify.Finding{{Promise: verify.Agreement, Allowed: 1}}}
	v.Stated = &StatedError{Data: "d.npz", Samples: 3, Stated: 1, Measured: 1}
	v.breaks(errors.New("one"))
	text.Reset()
	v.Write(&text)
	require.Equal(t, []string{"measured", "measured", "caveat", "measured", "measured", "seed", "missing", "broken"}, titles(text.String()))
	require.Contains(t, text.String(), "  broken    one\n")
	text.Reset()
	v.WriteResult(&text)
	require.Equal(t, []string{"measured", "caveat", "missing", "broken"}, titles(text.String()))

	ofRadius := certified()
	ofRadius.Radius = &artifact.RadiusCoverage{Data: "d.npz", Overlap: "half begin early"}
	text.Reset()
	verified(t, ofRadius).Write(&text)
	require.Contains(t, text.String(), "  stated    "+ofRadius.Radius.OverlapText()+"\n")
	ofRadius.Radius.Overlap = ""
	text.Reset()
	verified(t, ofRadius).Write(&text)
	require.NotContains(t, text.String(), "  stated ")
}

// TestWrittenWithoutRanges: nothing is drawn, and no seed told, if the ranges of the training data
// are not known. States of joints are drawn for a file in joint coordinates.
func TestWrittenWithoutRanges(t *testing.T) {
	v, err := Read("m.onnx", encoded(t, exporting{run: small(t), topology: inside()}, nil), nil, 12)
	require.NoError(t, err)
	var text strings.Builder
	v.Write(&text)
	require.Equal(t, []string{"limits", "holds"}, titles(text.String()))
	arm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	arm.Config.Data = &run.DataInfo{File: "d.npz", Ranges: system.MeasureRanges(data.Train, nil)}
	e, err := prepare(arm, Options{Joints: &Joints{Data: data}})
	require.NoError(t, err)
	v, err = Read("m.onnx", encoded(t, e, nil), nil, 12)
	require.NoError(t, err)
	text.Reset()
	v.Write(&text)
	require.Contains(t, text.String(), "The random states of the joints are those of the seed 12")
	require.NotContains(t, text.String(), "a length may change")
}

// TestWrittenOfOthers: of a model that another program registered, what it stated is told, and what
// is checked or broken.
func TestWrittenOfOthers(t *testing.T) {
	v := verified(t, certified())
	v.Unknown = errors.New("there is no such model")
	for _, write := range []func(*strings.Builder){func(w *strings.Builder) { v.Write(w) }, func(w *strings.Builder) { v.WriteResult(w) }} {
		var text strings.Builder
		write(&text)
		require.Regexp(t, `^m.onnx: gmn-ode, a model that another program registered with gmnc .*; nothing was measured now\n`, text.String())
		require.Equal(t, []string{"stated", "checked", "unknown"}, titles(text.String()))
		require.Contains(t, text.String(), "The program that registered gmn-ode promised them")
	}
	v.breaks(errors.New("one"))
	var text strings.Builder
	v.Write(&text)
	require.Equal(t, []string{"stated", "unknown", "broken"}, titles(text.String()))
	v = verified(t, nil)
	v.Unknown = errors.New("there is no such model")
	text.Reset()
	v.Write(&text)
	require.Equal(t, []string{"checked", "unknown"}, titles(text.String()))
}

// TestCaveats: the caveats are those of what was measured, also on a test set, and of the run.
func TestCaveats(t *testing.T) {
	v := verified(t, certified())
	require.Len(t, v.caveats(), 1)
	require.Len(t, v.measured().Runtimes, 2)
	require.Len(t, v.Runtimes, 1, "the runtimes stay")
	learned := drawn(t, config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, TrueVelocity: true, Time: 0.1, Length: 1})
	file, err := Read("m.onnx", encoded(t, exporting{run: learned, topology: inside()}, nil), nil, 1)
	require.NoError(t, err)
	require.Empty(t, file.caveats())
}

// TestPages: a page has the verdict, the description of the model, what was measured, and what the
// certificate states with its caveats.
func TestPages(t *testing.T) {
	certificate := certified()
	certificate.Kernels, certificate.Limited = []string{"avx2", "generic"}, "Limited in 2 systems."
	v := verified(t, certificate)
	page := func() string {
		var text strings.Builder
		require.NoError(t, v.WriteHTML(&text))
		return text.String()
	}
	for _, part := range []string{
		"<title>m.onnx: every promise holds</title>", "Every promise of this file holds", "Measured now in onnx-go", "<td>Agreement",
		"<p>There is no other engine.</p>", "3 samples of test.npz", "What the file's certificate says", "<li>Limited in 2 systems.</li>", "avx2, generic", "<pre>m.onnx: gmn-ode",
	} {
		require.Contains(t, page(), part)
	}
	v.breaks(errors.New("one"))
	require.Contains(t, page(), "<li>one</li>")
	require.NotContains(t, page(), "Every promise of this file holds")
	v = verified(t, nil)
	require.NotContains(t, page(), "certificate says")
}
