package export_test

import (
	"bytes"
	"maps"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/export"
	"gmnc/internal/test/allocated"
	"gmnc/internal/test/exported"
	"gmnc/onnx/onnxpb"
)

var info = export.Info{
	Opset: 19, Version: "0.1.0", Doc: "a probe", Config: `{"model":"probe"}`,
	Metadata: map[string]string{"units": "none", "verified": "nothing", "zeal": "after config in the alphabet"},
}

func encoded(t testing.TB) []byte {
	t.Helper()
	model, err := export.Model(exported.Probe(t), exported.ProbeWeights, info)
	require.NoError(t, err)
	return model
}

func TestDecode(t *testing.T) {
	model := encoded(t)
	file, err := export.Decode(model)
	require.NoError(t, err)
	require.Equal(t, &export.File{
		Version: info.Version, Maker: "gmnc " + info.Version, Opset: info.Opset, Doc: info.Doc, Config: info.Config, Metadata: info.Metadata,
		Nodes:   len(exported.Parse(t, model).Graph.Node),
		Weights: map[string][]float32{"mix/weight": exported.ProbeWeights["mix/weight"]},
	}, file)
}

// TestWithMetadata: a file has the same bytes whether it is written with an entry of its metadata or given it later, and
// a new value takes the place of an old one.
func TestWithMetadata(t *testing.T) {
	model := encoded(t)
	for _, key := range []string{"units", "verified", "zeal", "a", "tests", "zz"} {
		with := info
		with.Metadata = maps.Clone(info.Metadata)
		with.Metadata[key] = "new"
		want, err := export.Model(exported.Probe(t), exported.ProbeWeights, with)
		require.NoError(t, err)
		got, err := export.WithMetadata(model, key, "new")
		require.NoError(t, err)
		require.Equal(t, want, got, key)
	}
	_, err := export.WithMetadata(model[:len(model)-1], "units", "")
	require.ErrorContains(t, err, "the file cannot be decoded: ")
}

// TestAnyChangeIsNoticed: what another program has rewritten, or a single wrong
// bit anywhere, is not taken for the model that was exported.
func TestAnyChangeIsNoticed(t *testing.T) {
	model := encoded(t)
	rewritten := exported.Parse(t, model)
	rewritten.Graph.Initializer[0].Dims = []int64{3, 2} // or damaged: no error yet
	data, err := proto.Marshal(rewritten)
	require.NoError(t, err)
	requireChanged(t, data)
	for at := range model {
		flipped := bytes.Clone(model)
		flipped[at] ^= 1 << (at % 8)
		if _, err := export.Decode(flipped); err == nil {
			requireChanged(t, flipped)
		}
	}
}

func requireChanged(t *testing.T, data []byte) {
	t.Helper()
	file, err := export.Decode(data)
	require.NoError(t, err)
	require.True(t, file.Changed)
	require.Empty(t, file.Weights)
	require.NotZero(t, file.Nodes)
}

// TestRewritten: a program that puts its own name into a file, as onnxruntime's
// quantization does, and keeps the metadata, leaves one that may still run.
func TestRewritten(t *testing.T) {
	file := exported.Parse(t, encoded(t))
	file.ProducerName, file.ProducerVersion = proto.String("onnx.quantize"), proto.String("0.1.0")
	data := exported.Signed(t, file)
	requireChanged(t, data)
	decoded, err := export.Decode(data)
	require.NoError(t, err)
	require.Equal(t, "onnx.quantize 0.1.0", decoded.Maker)
	require.Empty(t, decoded.Version)
}

func TestCutShort(t *testing.T) {
	model := encoded(t)
	for length := range model {
		_, err := export.Decode(model[:length])
		require.Regexp(t, "cut short|^only a file that `gmnc export` wrote can be read back|^the file is empty", err, "the first %d of %d bytes", length, len(model))
	}
}

func TestDecodeRefuses(t *testing.T) {
	damaged := func(damage func(file *onnxpb.ModelProto)) error {
		file := exported.Parse(t, encoded(t))
		damage(file)
		_, err := export.Decode(exported.Signed(t, file))
		return err
	}
	require.ErrorContains(t, damaged(func(f *onnxpb.ModelProto) {
		f.ProducerName, f.MetadataProps = proto.String("pytorch"), nil
	}), `it was made by "pytorch"; only a file that`)
	require.ErrorContains(t, damaged(func(f *onnxpb.ModelProto) {
		f.ProducerName, f.MetadataProps = nil, nil
		f.Graph.Initializer[0].DataType = proto.Int32(int32(onnxpb.TensorProto_INT64))
	}), "only a file that `gmnc export` wrote can be read back")
	require.ErrorContains(t, damaged(func(f *onnxpb.ModelProto) { f.MetadataProps = nil }), "the file was cut short")
	require.ErrorContains(t, damaged(func(f *onnxpb.ModelProto) { f.MetadataProps = append(f.MetadataProps, f.MetadataProps[0]) }),
		"come twice")
	require.ErrorContains(t, damaged(func(f *onnxpb.ModelProto) { f.Graph.Initializer = append(f.Graph.Initializer, f.Graph.Initializer[0]) }),
		`its weights "mix/weight" come twice`)
	require.ErrorContains(t, damaged(func(f *onnxpb.ModelProto) { f.Graph.Initializer[0].Dims = []int64{1 << 40, 1 << 40} }),
		`its weight "mix/weight": the extents [1099511627776 1099511627776] are more than any file holds`)
	require.ErrorContains(t, damaged(func(f *onnxpb.ModelProto) { f.Graph.Initializer[0].Dims = []int64{3, 2} }),
		`its weight "mix/weight": it holds 36 bytes; FLOAT of extents [3 2] takes 24`)
	_, err := export.Decode([]byte("PK\x03\x04 not a model"))
	require.ErrorContains(t, err, "not an ONNX file, or one that was cut short")
	_, err = export.Decode(nil)
	require.ErrorContains(t, err, "the file is empty")
}

// requireModest decodes and fails if that takes more memory than 16 times
// the file and 16 MB.
func requireModest(t *testing.T, data []byte) error {
	t.Helper()
	var err error
	allocated.Below(t, 16*len(data)+16<<20, func() { _, err = export.Decode(data) })
	return err
}

// Many small entries are what unpacks to the most.
func TestMemoryIsBounded(t *testing.T) {
	const many = 40_000
	file := exported.Parse(t, encoded(t))
	file.Graph = &onnxpb.GraphProto{}
	var metadataProps []*onnxpb.StringStringEntryProto
	for i := range many {
		name := proto.String(strconv.FormatInt(int64(i), 36))
		metadataProps = append(metadataProps, &onnxpb.StringStringEntryProto{Key: name})
		file.Graph.Initializer = append(file.Graph.Initializer, &onnxpb.TensorProto{
			Name: name, DataType: proto.Int32(1), Dims: []int64{1}, RawData: make([]byte, 4),
		})
		file.Graph.Node = append(file.Graph.Node, &onnxpb.NodeProto{})
	}
	require.ErrorContains(t, requireModest(t, exported.Signed(t, file)), "its weights")
	metadata, err := proto.Marshal(&onnxpb.ModelProto{MetadataProps: metadataProps})
	require.NoError(t, err)
	require.ErrorContains(t, requireModest(t, metadata), "its metadata")
}

// FuzzDecode: no bytes make Decode panic or take memory out of proportion.
func FuzzDecode(f *testing.F) {
	model := encoded(f)
	f.Add(model)
	f.Add(model[:len(model)/2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) { _ = requireModest(t, data) })
}
