//go:build unix

package ir_test

import (
	"math"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/runtime/native"
	"gmnc/system"
	"gmnc/train"
)

// passes are those that save arithmetic, and how to do without each.
var passes = []struct {
	name    string
	without func(m *ir.Module) (*ir.Module, error)
}{
	{"fold_repeated_inputs", func(m *ir.Module) (*ir.Module, error) { return ir.OptimizeWithout(m, "fold repeated inputs") }},
	{"split_products", func(m *ir.Module) (*ir.Module, error) { return ir.OptimizeWithout(m, "split products") }},
	{"dead_code", func(m *ir.Module) (*ir.Module, error) { return ir.OptimizeForKernels(keepUnused(m)) }},
}

// BenchmarkPasses measures what each pass buys: runs of the paper's model on
// 200 systems of 10 particles, with the pass and without in turn, on one
// core. The processor's time for the fastest of each counts, which other
// programs disturb less than the clock's.
func BenchmarkPasses(b *testing.B) {
	model, err := builder.New(config.DefaultConfig(), false)
	require.NoError(b, err)
	objective, err := train.Objective(model)
	require.NoError(b, err)
	batch := system.NewBatch(fixtures.Samples(fixtures.Compositions[0], 200, 1))
	for _, pass := range passes {
		for kind, start := range map[string]*ir.Module{"training": objective, "prediction": model.Module} {
			b.Run(pass.name+"/"+kind, func(b *testing.B) {
				var seconds [2]float64
				var programs [2]*native.Program
				for i, optimize := range []func(*ir.Module) (*ir.Module, error){ir.OptimizeForKernels, pass.without} {
					module, err := optimize(start)
					require.NoError(b, err)
					seconds[i], programs[i] = math.Inf(1), compile(b, module, model)
				}
				inputs := train.ObjectiveInputs(batch, false)
				if kind == "prediction" {
					inputs = predict.Inputs(batch)
				}
				values := model.Draw(1)
				for b.Loop() {
					for i, program := range programs {
						started := processorTime(b)
						_, err := program.Run(values, inputs)
						require.NoError(b, err)
						seconds[i] = min(seconds[i], processorTime(b)-started)
					}
				}
				b.ReportMetric(1e3*seconds[0], "ms-with")
				b.ReportMetric(1e3*seconds[1], "ms-without")
				b.ReportMetric(100*(1-seconds[0]/seconds[1]), "%saved")
			})
		}
	}
}

// processorTime is how many seconds processors have run this program.
func processorTime(b *testing.B) float64 {
	b.Helper()
	var usage syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// compile adds the gradients by all weights, if the module has a loss.
func compile(b *testing.B, m *ir.Module, model *graph.Model) *native.Program {
	b.Helper()
	if m.Main.Output("loss") != nil {
		var names []string
		for _, param := range model.Params {
			names = append(names, param.Name)
		}
		var err error
		m, _, err = ir.Gradient(m, "loss", names)
		require.NoError(b, err)
	}
	program, err := native.Compile(m, native.Options{Workers: 1})
	require.NoError(b, err)
	return program
}

// keepUnused returns the results of calls that nothing uses as outputs, so
// that no pass removes what they need: the node network of the last layer.
func keepUnused(m *ir.Module) *ir.Module {
	m = m.Clone()
	used := map[*ir.Value]bool{}
	for _, node := range m.Main.Nodes {
		for _, arg := range node.Args {
			used[arg] = true
		}
	}
	for _, output := range m.Main.Outputs {
		used[output.Value] = true
	}
	for _, node := range m.Main.Nodes {
		for _, result := range node.Results {
			if node.Callee != nil && !used[result] {
				m.Main.Outputs = append(m.Main.Outputs, ir.Output{Name: "unused/" + result.Name, Value: result})
			}
		}
	}
	return m
}
