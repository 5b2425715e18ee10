package onnxruntime

import (
	"fmt"
	"math/rand/v2"
	goruntime "runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

type tensors = map[string]runtime.Tensor

func TestShapesVaryPerRun(t *testing.T) {
	session := open(t, addModel(t))
	for _, shape := range [][]int{{1, 1, 3}, {2, 4, 3}, {1, 0, 3}, {0, 5, 3}, {3, 1, 3}} {
		size := shape[0] * shape[1] * shape[2]
		position, velocity, want := make([]float32, size), make([]float32, size), make([]float32, size)
		for i := range size {
			position[i], velocity[i], want[i] = float32(i), float32(100*i), float32(101*i)
		}
		outputs, err := session.Run(runtime.Batch{Inputs: tensors{
			"position": runtime.Floats(position, shape...),
			"velocity": runtime.Floats(velocity, shape...),
		}})
		require.NoError(t, err, shape)
		require.Equal(t, tensors{"y": runtime.Floats(want, shape...)}, outputs)
	}
}

func TestIndices(t *testing.T) {
	session := open(t, gatherModel(t))
	x := runtime.Floats([]float32{0, 1, 10, 11, 20, 21}, 3, 2)
	outputs, err := session.Run(runtime.Batch{Inputs: tensors{"x": x, "index": runtime.Indices([]int64{2, 0}, 1, 1, 2)}})
	require.NoError(t, err)
	require.Equal(t, tensors{
		"y":    runtime.Floats([]float32{20, 21, 0, 1}, 1, 1, 2, 2),
		"echo": runtime.Indices([]int64{2, 0}, 1, 1, 2),
	}, outputs)
}

func TestIndexOutOfRange(t *testing.T) {
	session := open(t, gatherModel(t))
	x := runtime.Floats(make([]float32, 6), 3, 2)
	for _, index := range []int64{3, -4, 1 << 40} {
		_, err := session.Run(runtime.Batch{Inputs: tensors{"x": x, "index": runtime.Indices([]int64{0, index}, 1, 1, 2)}})
		require.ErrorContains(t, err, "Gather/y")
		require.ErrorContains(t, err, fmt.Sprint("idx=", index))
	}
}

// A data set without sticks has [batch, 0, 2] of them, made in any of Go's
// ways to write nothing.
func TestNoRows(t *testing.T) {
	session := open(t, gatherModel(t))
	x := runtime.Floats(make([]float32, 6), 3, 2)
	for _, none := range [][]int64{nil, {}, make([]int64, 0, 8)} {
		outputs, err := session.Run(runtime.Batch{Inputs: tensors{"x": x, "index": runtime.Indices(none, 4, 0, 2)}})
		require.NoError(t, err)
		require.Equal(t, []int{4, 0, 2, 2}, outputs["y"].Shape)
		require.Empty(t, outputs["y"].Float)
		require.Equal(t, []int{4, 0, 2}, outputs["echo"].Shape)
	}
}

func TestScalars(t *testing.T) {
	session := open(t, meanModel(t))
	outputs, err := session.Run(runtime.Batch{Inputs: tensors{
		"x":     runtime.Floats([]float32{1, 2, 3, 6}, 2, 2),
		"scale": runtime.Floats([]float32{5}),
	}})
	require.NoError(t, err)
	require.Equal(t, []float32{15}, outputs["y"].Float)
	require.Empty(t, outputs["y"].Shape)
}

// The binding cannot convert a scalar whose shape the file leaves open.
func TestUndeclaredScalarIsAnError(t *testing.T) {
	file := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(meanModel(t), file))
	file.Graph.Output[0].GetType().GetTensorType().Shape = nil
	model, err := proto.Marshal(file)
	require.NoError(t, err)
	_, err = open(t, model).Run(runtime.Batch{Inputs: tensors{
		"x":     runtime.Floats([]float32{1, 2}, 1, 2),
		"scale": runtime.Floats([]float32{5}),
	}})
	require.ErrorContains(t, err, "Invalid tensor shape: The shape has no dimensions")
}

func TestConcurrentRuns(t *testing.T) {
	session := open(t, addModel(t))
	var group errgroup.Group
	for worker := range 8 {
		group.Go(func() error { return runMany(session, worker) })
	}
	require.NoError(t, group.Wait())
}

func runMany(session runtime.Session, worker int) error {
	const runs = 50
	for run := range runs {
		rows := 1 + (worker*runs+run)%97
		position, velocity := make([]float32, 3*rows), make([]float32, 3*rows)
		for i := range position {
			position[i], velocity[i] = float32(worker), float32(run*i)
		}
		outputs, err := session.Run(runtime.Batch{Inputs: tensors{
			"position": runtime.Floats(position, 1, rows, 3),
			"velocity": runtime.Floats(velocity, 1, rows, 3),
		}})
		if err != nil {
			return err
		}
		for i, got := range outputs["y"].Float {
			if want := float32(worker) + float32(run*i); got != want {
				return fmt.Errorf("worker %d, run %d: entry %d is %v instead of %v", worker, run, i, got, want)
			}
		}
	}
	return nil
}

// The library holds plain pointers into the inputs. Here it comes back to x
// after many products, while the garbage collector runs and freed memory of
// the same size is written to.
func TestInputsSurviveCollection(t *testing.T) {
	const size, products = 512, 16
	x := info("x", floats, size, size)
	var nodes []*onnxpb.NodeProto
	last := "x"
	for i := range products {
		next := fmt.Sprint("product", i)
		nodes = append(nodes, node("MatMul", []string{last, "one"}, []string{next}))
		last = next
	}
	nodes = append(nodes, node("Add", []string{last, "x"}, []string{"y"}))
	session := open(t, encode(t, infos{x, info("one", floats, size, size)}, infos{info("y", floats, size, size)}, nodes...))

	var churn sync.WaitGroup
	defer churn.Wait()
	var done atomic.Bool
	defer done.Store(true)
	churn.Go(func() {
		for !done.Load() {
			goruntime.GC()
			identity(size, 7)
		}
	})
	outputs, err := session.Run(runtime.Batch{Inputs: tensors{
		"x":   runtime.Floats(identity(size, 3), size, size),
		"one": runtime.Floats(identity(size, 1), size, size),
	}})
	require.NoError(t, err)
	require.True(t, slices.Equal(identity(size, 6), outputs["y"].Float))
}

// identity is the identity matrix times scale.
func identity(size int, scale float32) []float32 {
	matrix := make([]float32, size*size)
	for i := range size {
		matrix[i*(size+1)] = scale
	}
	return matrix
}

func TestCutShort(t *testing.T) {
	needLibrary(t)
	model := gatherModel(t)
	for length := range model {
		_, err := Open(model[:length])
		require.Regexp(t, "^(not an ONNX model, or a damaged or cut-short one|onnxruntime refuses the model: )", err, "the first %d of %d bytes", length, len(model))
	}
}

// Damaged bytes may still be a model; what counts is that nothing panics and
// that refusals are errors.
func TestGarbage(t *testing.T) {
	needLibrary(t)
	random := rand.New(rand.NewPCG(1, 2))
	model := gatherModel(t)
	for range 300 {
		damaged := append([]byte(nil), model...)
		for range 1 + random.IntN(8) {
			damaged[random.IntN(len(damaged))] = byte(random.Uint32())
		}
		if session, err := Open(damaged); err == nil {
			require.NoError(t, session.Close())
		}
		noise := make([]byte, random.IntN(200))
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		_, err := Open(noise)
		require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one")
	}
}

func FuzzOpen(f *testing.F) {
	needLibrary(f)
	f.Add(addModel(f))
	f.Add(gatherModel(f))
	f.Add(meanModel(f))
	f.Fuzz(func(t *testing.T, model []byte) {
		if session, err := Open(model); err == nil {
			require.NoError(t, session.Close())
		}
	})
}

func TestWrongShapeInFile(t *testing.T) {
	needLibrary(t)
	model := encode(t, infos{info("x", floats, 4, 3)}, infos{info("y", floats, 3, 3)},
		node("Transpose", []string{"x"}, []string{"y"}))
	_, err := Open(model)
	require.ErrorContains(t, err, "onnxruntime refuses the model")
}
