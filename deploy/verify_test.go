package deploy_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/onnx/onnxpb"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// exported is a file, made once.
func exported(t *testing.T) []byte {
	t.Helper()
	trained, err := run.Read(run.Folder(newRun(t)))
	require.NoError(t, err)
	once.Do(func() { once.file, once.err = deploy.ExportWith(t.Context(), trained, deploy.Options{}) })
	require.NoError(t, once.err)
	return once.file.File
}

var once struct {
	sync.Once
	file *deploy.Exported
	err  error
}

func TestVerify(t *testing.T) {
	file := exported(t)
	v, err := deploy.Verify(t.Context(), "model.onnx", file, nil)
	require.NoError(t, err)
	require.NoError(t, v.Err())
	require.Contains(t, promises(v.Runtimes[0]), "agreement with the float64 interpreter at composition (3,2,1)")
	var measured []string
	for _, f := range v.Runtimes[0].Findings[6:] {
		measured = append(measured, f.Promise)
	}
	require.Equal(t, []string{"rotations", "reflections", "translations", "renumbering", verify.Lengths, verify.Faults}, measured)

	var text, page bytes.Buffer
	v.Write(&text)
	require.Regexp(t, `^model.onnx: gmn, written by gmnc .*; each row "measured" was measured now\n`, text.String())
	require.Contains(t, text.String(), "  measured  onnx-go: rounding: outputs against a float64 evaluation of the same model: maximum error ")
	require.Contains(t, text.String(), "  holds     The file keeps every promise: rounding errors and")
	require.NoError(t, v.WriteHTML(&page))
	require.Contains(t, page.String(), "Every promise of this file holds")
	require.Contains(t, page.String(), "<td>Rotations</td>")
	require.Contains(t, page.String(), "<li>onnx-go: equivariance, maximum errors relative to ")
	require.NotRegexp(t, `(src|href)=|https?:`, page.String(), "the page needs nothing else")
}

// TestAFlippedBitIsTold wherever it is.
func TestAFlippedBitIsTold(t *testing.T) {
	file, random := exported(t), rand.New(rand.NewPCG(1, 2))
	for range 4 {
		at, bit := random.IntN(len(file)), random.IntN(8)
		flipped := bytes.Clone(file)
		flipped[at] ^= 1 << bit
		v, err := deploy.Verify(t.Context(), "model.onnx", flipped, nil)
		if err == nil {
			err = v.Err()
		}
		require.ErrorContains(t, err, "model.onnx does not keep its promises: the bytes are not those that gmnc exported and certified: the digest differs", "bit %d of byte %d", bit, at)
	}
}

// TestVerifyMeasures: who forges a digest and a certificate can't forge what is
// measured.
func TestVerifyMeasures(t *testing.T) {
	file := exported(t)
	for broken, forge := range map[string]func(m *onnxpb.ModelProto){
		"and should be": func(m *onnxpb.ModelProto) {
			for _, entry := range m.MetadataProps {
				if entry.GetKey() == "config" {
					entry.Value = proto.String(string(bytes.Replace([]byte(entry.GetValue()), []byte(`"form":"paper"`), []byte(`"form":"paper","phi2":"`+config.Phi2RawGram+`"`), 1)))
				}
			}
		},
		"the file has no certificate": func(m *onnxpb.ModelProto) { without(m, "certificate") },
		"units.velocity is stated as": func(m *onnxpb.ModelProto) { without(m, "units.velocity") },
		"its own certificate says": func(m *onnxpb.ModelProto) {
			for _, entry := range m.MetadataProps {
				if entry.GetKey() == "certificate" {
					entry.Value = proto.String(string(bytes.Replace([]byte(entry.GetValue()), []byte(`"allowed":0.0001`), []byte(`"allowed":1e-30`), 1)))
				}
			}
		},
	} {
		v, err := deploy.Verify(t.Context(), "model.onnx", forged(t, file, forge), nil)
		require.NoError(t, err)
		require.ErrorContains(t, v.Err(), "model.onnx does not keep its promises")
		require.NotContains(t, v.Broken[0], "digest")
		require.Regexp(t, broken, v.Broken)
	}
	_, err := deploy.Verify(t.Context(), "model.onnx", forged(t, file, func(m *onnxpb.ModelProto) {
		m.ProducerName, m.MetadataProps = proto.String("pytorch"), nil
	}), nil)
	require.ErrorContains(t, err, `model.onnx: it was made by "pytorch"; only a file that`)
}

// TestVerifyOfEarlierBuilds: a file that states the units of both velocities in one text, as earlier
// builds wrote it, is no worse for that; the unit has to be right all the same.
func TestVerifyOfEarlierBuilds(t *testing.T) {
	file := exported(t)
	for unit, broken := range map[string]int{"angstrom a frame": 0, "m/s": 1} {
		v, err := deploy.Verify(t.Context(), "model.onnx", forged(t, file, func(m *onnxpb.ModelProto) {
			without(m, "units.predicted_velocity") // which they do not have
			for _, entry := range m.MetadataProps {
				if entry.GetKey() == "units.velocity" {
					entry.Value = proto.String("input: " + unit + "; output: the displacement of all layers, in the unit of positions")
				}
			}
		}), nil)
		require.NoError(t, err)
		said := 0
		for _, text := range v.Broken {
			if strings.Contains(text, "units.velocity is stated as") {
				said++
			}
		}
		require.Equal(t, broken, said, v.Broken)
	}
}

// forged is a file with something else inside, and the right digest.
func forged(t *testing.T, file []byte, forge func(m *onnxpb.ModelProto)) []byte {
	t.Helper()
	model := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(file, model))
	forge(model)
	without(model, "sha256")
	data, err := proto.Marshal(model)
	require.NoError(t, err)
	seal, err := proto.Marshal(&onnxpb.ModelProto{MetadataProps: []*onnxpb.StringStringEntryProto{
		{Key: proto.String("sha256"), Value: proto.String(strings.Repeat("-", 2*sha256.Size))},
	}})
	require.NoError(t, err)
	return sealedAgain(append(data, seal...))
}

// sealedAgain puts the right digest at the end of a file.
func sealedAgain(file []byte) []byte {
	content := file[:len(file)-2*sha256.Size]
	return fmt.Appendf(content, "%x", sha256.Sum256(content))
}

func without(m *onnxpb.ModelProto, key string) {
	for i, entry := range m.MetadataProps {
		if entry.GetKey() == key {
			m.MetadataProps = append(m.MetadataProps[:i], m.MetadataProps[i+1:]...)
			return
		}
	}
}

func TestTestErrorsAreKept(t *testing.T) {
	trained, err := run.Read(run.Folder(newRun(t)))
	require.NoError(t, err)
	data, err := datasets.Read(filepath.Join("..", "testdata", "golden", "systems_3_2_1.npz"))
	require.NoError(t, err)
	test := &deploy.TestSet{Info: &run.DataInfo{File: "systems.npz", SHA256: "abc"}, Samples: data.Test}
	file, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Test: test})
	require.NoError(t, err)
	require.Positive(t, file.Test.Position)
	require.Equal(t, 3, file.Test.Samples)
	path := filepath.Join(t.TempDir(), "model.onnx")
	require.NoError(t, os.WriteFile(path, file.File, 0o600))
	var description bytes.Buffer
	require.NoError(t, inspect(&description, path, false))
	require.Contains(t, description.String(), "  verified  On the 3 test samples of systems.npz (SHA-256 abc) the root mean squared error of positions is ")

	verified := func(test *deploy.TestSet) *deploy.Verification {
		v, err := deploy.Verify(t.Context(), "model.onnx", file.File, test)
		require.NoError(t, err)
		return v
	}
	require.NoError(t, verified(test).Err())
	require.Equal(t, file.Test, verified(test).Test)
	other := *test
	other.Samples = data.Test[:2]
	require.Contains(t, verified(&other).Broken[0], "its root mean squared error on systems.npz is stated as ")
	other.Info = &run.DataInfo{File: "other.npz", SHA256: "def"}
	require.Contains(t, verified(&other).Broken[0], "and not of this data set (def)")

	stating := func(constraint string) []string {
		v, err := deploy.Verify(t.Context(), "model.onnx", forged(t, file.File, func(m *onnxpb.ModelProto) {
			for _, entry := range m.MetadataProps {
				if entry.GetKey() == "certificate" {
					entry.Value = proto.String(regexp.MustCompile(`"constraint_error":[^}]*`).ReplaceAllString(entry.GetValue(), `"constraint_error":`+constraint))
				}
			}
		}), test)
		require.NoError(t, err)
		return v.Broken
	}
	require.Empty(t, stating("0"), "lengths that stay change by rounding alone")
	broken := stating("0.01")
	require.Len(t, broken, 1)
	require.Contains(t, broken[0], "its constraint error on systems.npz is stated as 0.01 and is ")
}

// TestErrorsOnOtherTopologies: a file with a topology inside is measured on samples
// of it alone.
func TestErrorsOnOtherTopologies(t *testing.T) {
	trained, err := run.Read(run.Folder(newRun(t)))
	require.NoError(t, err)
	data := map[string]*deploy.TestSet{}
	for _, name := range []string{"systems_3_2_1", "systems_0_1_2"} {
		read, err := datasets.Read(filepath.Join("..", "testdata", "golden", name+".npz"))
		require.NoError(t, err)
		data[name] = &deploy.TestSet{Info: &run.DataInfo{File: name}, Samples: read.Test[:1]}
	}
	own, other := data["systems_3_2_1"], data["systems_0_1_2"]
	options := deploy.Options{Topology: &datasets.Data{Test: own.Samples}, Test: own}
	file, err := deploy.ExportWith(t.Context(), trained, options)
	require.NoError(t, err)
	v, err := deploy.Verify(t.Context(), "model.onnx", file.File, own)
	require.NoError(t, err)
	require.NoError(t, v.Err())

	const refused = "systems_0_1_2: the test split: sample 0 has another number of particles than the model has inside (particles: 8, sticks: 1, hinges: 2; inside: particles: 10, sticks: 2, hinges: 1): " +
		"take data of its topology, or export it without topology"
	_, err = deploy.Verify(t.Context(), "model.onnx", file.File, other)
	require.EqualError(t, err, "model.onnx: "+refused)
	options.Test = other
	_, err = deploy.ExportWith(t.Context(), trained, options)
	require.EqualError(t, err, refused)
	reordered := own.Samples[0]
	reordered.Objects = system.Objects{reordered.Objects[1], reordered.Objects[0], reordered.Objects[2]}
	options.Test = &deploy.TestSet{Info: own.Info, Samples: []system.Sample{reordered}}
	_, err = deploy.ExportWith(t.Context(), trained, options)
	require.ErrorContains(t, err, "sample 0 has objects of other particles than the model has inside (stick [")
}

// TestTextsOfACertificateStayTexts: they come from files of strangers.
func TestTextsOfACertificateStayTexts(t *testing.T) {
	certificate := artifact.Certificate{
		Runtimes: []artifact.Measured{{Runtime: "<b>", Findings: []verify.Finding{{Promise: ""}, {Promise: "<i>", Where: "<i>"}}}},
		Rounding: &artifact.Rounding{Largest: 1e-4, Where: "<i>"},
	}
	page, err := deploy.CertificateHTML(&certificate)
	require.NoError(t, err)
	require.Contains(t, string(page), "0.0001 of the output's largest magnitude")
	require.NotRegexp(t, "<[bi]>", string(page))
}
