package native_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/ranks"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// applied is a loss of a law that is applied so many times: of positions after every second application and of
// the last velocity, and of a weight itself. If crossing is true, edges need the next edge, so that no system can
// run by blocks.
func applied(t *testing.T, times int, crossing bool) (*ir.Module, []string) {
	t.Helper()
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x, v := b.Input("x", ir.Floats(ir.Rows("particles"), 2)), b.Input("v", ir.Floats(ir.Rows("particles"), 2))
		push := b.Input("push", ir.Floats(ir.Rows("particles"), 1))
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		w, g := b.Param("w", ir.Floats(ir.Fixed(2), 2)), b.Param("g", ir.Floats(ir.Fixed(1), 2))
		idle := b.Param("idle", ir.Floats(ir.Fixed(1), 2)) // the loss depends only on whether it is above 0
		g = b.Mul(g, b.Add(b.Greater(idle, b.Scalar(0)), b.Scalar(1)))
		next := b.Input("next", ir.Indices("edges", ir.Rows("edges")))
		edges := b.Gather(b.Tanh(b.MatMul(x, w, false, false)), senders)
		if crossing {
			edges = b.Gather(edges, next)
		}
		pull := b.SumGroups(edges, "neighbors")
		b.Output("energy", b.SumColumns(b.Square(v)))
		b.Output("x", b.Add(x, b.Mul(v, b.Scalar(0.1))))
		b.Output("v", b.Add(b.Sub(v, b.Mul(pull, b.Scalar(0.1))), b.Mul(b.Add(g, b.Concat(push, push)), b.Scalar(0.1))))
	}))
	unrolled, err := ir.Unroll(m, times, "push")
	require.NoError(t, err)
	require.NoError(t, ir.Extend(unrolled, func(b *ir.Builder) {
		main := unrolled.Main
		loss := b.SumRows(b.SumColumns(b.Square(main.Input("w"))))
		if !crossing { // otherwise v counts by later positions alone
			loss = b.Add(loss, b.SumRows(b.SumColumns(b.Square(main.Output("v")))))
		}
		for k := 2; k <= times; k += 2 {
			loss = b.Add(loss, b.SumRows(b.SumColumns(b.Square(main.Output(ir.Applied(k, "x"))))))
		}
		b.Output(runtime.LossName, b.Name("loss", loss))
	}))
	objective, params, err := native.Trained(unrolled)
	require.NoError(t, err)
	same, want, err := runtime.Objective(unrolled)
	require.NoError(t, err)
	require.Equal(t, want, params)
	require.Equal(t, []string{"g", "w"}, params)
	require.Equal(t, ir.Print(same), ir.Print(objective))
	return objective, params
}

// appliedBatch has systems of three and of four particles.
func appliedBatch(times, systems int) runtime.Batch {
	random := rand.New(rand.NewPCG(5, uint64(systems)))
	numbers := func(rows, columns int) runtime.Tensor {
		values := make([]float32, rows*columns)
		for i := range values {
			values[i] = float32(random.NormFloat64())
		}
		return runtime.Floats(values, rows, columns)
	}
	var senders, next []int64
	rows, batch := 0, runtime.Batch{}
	for i := range systems {
		n := 3 + i%2
		for k := range n {
			for j := range n {
				if j != k {
					senders = append(senders, int64(rows+j))
				}
			}
		}
		for first := len(next); len(next) < len(senders)-1; {
			next = append(next, int64(len(next)+1))
			if len(next) == len(senders)-1 {
				next = append(next, int64(first))
			}
		}
		rows += n
		batch.Systems = append(batch.Systems, runtime.System{Particles: n, Neighbors: n - 1})
	}
	batch.Inputs = tensors{"x": numbers(rows, 2), "v": numbers(rows, 2), "push": numbers(rows, times), "senders": runtime.Indices(senders, len(senders)), "next": runtime.Indices(next, len(next))}
	return batch
}

var appliedWeights = weights{"w": {0.3, -0.2, 0.1, 0.4}, "g": {0.5, -0.1}, "idle": {1, -1}}

// TestApplications: from twelve applications on they run one by one, with the loss and the gradients of all
// together, on any number of workers and ranks, whatever ran before.
func TestApplications(t *testing.T) {
	for _, c := range []struct {
		times    int
		crossing bool
		options  native.Options
	}{
		{11, false, native.Options{ShardEdges: 20}}, {12, false, native.Options{ShardEdges: 20}}, {15, false, native.Options{}},
		{12, false, native.Options{ShardEdges: 8, SystemEdges: 4}}, {12, true, native.Options{ShardEdges: 8, SystemEdges: 10}},
	} {
		times := c.times
		m, params := applied(t, times, c.crossing)
		together, err := native.CompileOptimized(m, params, native.Options{})
		require.NoError(t, err)
		c.options.Workers = 1
		one, err := native.CompileObjective(m, params, c.options)
		require.NoError(t, err)
		_, whole := one.(*native.Program)
		require.Equal(t, times < 12, whole)
		batches := []runtime.Batch{appliedBatch(times, 9), appliedBatch(times, 2), appliedBatch(times, 9)}
		var want []tensors
		for _, batch := range batches {
			got, err := one.Run(appliedWeights, batch)
			require.NoError(t, err)
			want = append(want, copied(got))
			for name, value := range runProgram(t, together, appliedWeights, batch) {
				require.Equal(t, value.Shape, got[name].Shape)
				require.InEpsilonSlice(t, value.Float, got[name].Float, 1e-4, name)
			}
			require.Len(t, got, 3)
		}
		if whole {
			continue
		}
		for _, size := range []int{1, 2} {
			var lock sync.Mutex
			got := make([][]tensors, size)
			for _, err := range ranks.Run(size, func(r runtime.Ranks) error {
				own := c.options
				own.Workers, own.Ranks = 2, r
				program, err := native.CompileObjective(m, params, own)
				for _, batch := range batches {
					outputs, failed := program.Run(appliedWeights, batch)
					if failed != nil {
						err = failed
					}
					lock.Lock()
					got[r.Rank()] = append(got[r.Rank()], copied(outputs))
					lock.Unlock()
				}
				return err
			}) {
				require.NoError(t, err)
			}
			for rank := range got {
				require.Equal(t, want, got[rank], "rank %d of %d", rank, size)
			}
		}
	}
}

// TestApplicationsOfWrongBatches are refused as other batches are.
func TestApplicationsOfWrongBatches(t *testing.T) {
	m, params := applied(t, 12, false)
	program, err := native.CompileObjective(m, params, native.Options{})
	require.NoError(t, err)
	for message, spoil := range map[string]func(inputs tensors){
		"input v is missing":       func(inputs tensors) { delete(inputs, "v") },
		"input push is missing":    func(inputs tensors) { delete(inputs, "push") },
		"input push has":           func(inputs tensors) { inputs["push"] = runtime.Floats(make([]float32, 7), 7, 1) },
		"senders":                  func(inputs tensors) { inputs["senders"].Index[0] = 99 },
		"wrong is no input of":     func(inputs tensors) { inputs["wrong"] = inputs["v"] },
		"input x has the shape":    func(inputs tensors) { inputs["x"] = runtime.Floats(make([]float32, 3), 3, 1) },
		"input push has the shape": func(inputs tensors) { inputs["push"] = runtime.Tensor{Shape: []int{7}, Float: make([]float32, 7)} },
	} {
		batch := appliedBatch(12, 2)
		spoil(batch.Inputs)
		_, err := program.Run(appliedWeights, batch)
		require.ErrorContains(t, err, message)
	}
}

// TestNoApplications: what is no chain of one function runs as a whole.
func TestNoApplications(t *testing.T) {
	type calls struct {
		b       *ir.Builder
		other   *ir.Func
		x, w, u *ir.Value
		results [][]*ir.Value
	}
	previous := func(c *calls) *ir.Value {
		if len(c.results) == 0 {
			return c.x
		}
		return c.results[len(c.results)-1][0]
	}
	for name, c := range map[string]struct {
		chain bool
		args  func(c *calls, k int) []*ir.Value
	}{
		"chain":     {true, func(c *calls, k int) []*ir.Value { return []*ir.Value{previous(c), c.w} }},
		"changed":   {false, func(c *calls, k int) []*ir.Value { return []*ir.Value{c.b.Neg(previous(c)), c.w} }},
		"by weight": {false, func(c *calls, k int) []*ir.Value { return []*ir.Value{previous(c), c.b.Neg(c.w)} }},
		"skipping": {false, func(c *calls, k int) []*ir.Value {
			if k < 5 {
				return []*ir.Value{previous(c), c.w}
			}
			return []*ir.Value{c.results[k-2][0], c.w}
		}},
		"weight that changes": {false, func(c *calls, k int) []*ir.Value {
			if k == 0 {
				return []*ir.Value{c.x, c.w}
			}
			return []*ir.Value{c.x, c.results[k-1][1]}
		}},
		"learned start": {false, func(c *calls, k int) []*ir.Value {
			if k == 0 {
				return []*ir.Value{c.x, c.w, c.w}
			}
			return []*ir.Value{previous(c), c.w, c.results[k-1][2]}
		}},
		"two functions": {false, func(c *calls, k int) []*ir.Value {
			if k == 11 {
				c.b.Call("other", c.other, c.x, c.w, c.u)
			}
			return []*ir.Value{previous(c), c.w}
		}},
	} {
		m := ir.SampleModule()
		step := func(b *ir.Builder) {
			x, w := b.Input("x", ir.Floats(ir.Rows("particles"), 1)), b.Param("w", ir.Floats(ir.Fixed(1), 1))
			u := b.Input("u", ir.Floats(ir.Fixed(1), 1))
			b.Output("x", b.Add(x, b.Mul(x, b.Mul(w, u))))
			b.Output("w", b.Square(w))
			b.Output("u", b.Square(u))
		}
		other, err := ir.Define(m, "another", step)
		require.NoError(t, err)
		f, err := ir.Define(m, "step", step)
		require.NoError(t, err)
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			all := &calls{b: b, other: other, x: b.Input("x", ir.Floats(ir.Rows("particles"), 1)), w: b.Param("w", ir.Floats(ir.Fixed(1), 1)), u: b.Input("u", ir.Floats(ir.Fixed(1), 1))}
			for k := range 12 {
				args := append(c.args(all, k), all.u)
				all.results = append(all.results, b.Call(fmt.Sprint("call", k), f, args[:3]...))
			}
			b.Output(runtime.LossName, b.Name("loss", b.SumRows(all.results[11][0])))
		}))
		isWhole := func(params ...string) bool {
			program, err := native.CompileObjective(m, params, native.Options{})
			require.NoError(t, err, name)
			_, whole := program.(*native.Program)
			return whole
		}
		require.Equal(t, !c.chain, isWhole("w"), name)
		require.True(t, isWhole(), "without gradients")
		m.Main.Outputs = append(m.Main.Outputs, ir.Output{Name: "x", Value: m.Main.Input("x")})
		require.True(t, isWhole("w"), "with another output")
	}
}
