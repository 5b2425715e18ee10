package native

import (
	"maps"
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
)

// fewestApplications is the least number of applications of a function that run one by one. The
// values of fewer mostly stay in the cache until their gradients need them.
const fewestApplications = 12

// Objective computes a loss and its gradients. Its outputs belong to it, and the next run
// overwrites them.
type Objective interface {
	Run(params map[string][]float32, batch runtime.Batch) (map[string]runtime.Tensor, error)
}

// CompileObjective compiles a module with its gradients with respect to the named parameters.
// If the loss is its only output, and it often applies a function to what that returned, as
// ir.Unroll makes it do, the applications run one by one.
func CompileObjective(m *ir.Module, params []string, options Options) (Objective, error) {
	if len(params) > 0 && len(m.Main.Outputs) == 1 {
		if chain := chainOf(m); chain != nil {
			return chain.compile(params, options)
		}
	}
	return CompileOptimized(m, params, options)
}

// Trained does what runtime.Objective does. For applications that run one by one it is faster.
func Trained(m *ir.Module) (objective *ir.Module, params []string, err error) {
	objective = m.Clone()
	objective.Main.Outputs = slices.DeleteFunc(objective.Main.Outputs, func(o ir.Output) bool { return o.Name != runtime.LossName })
	chain := chainOf(objective)
	if chain == nil || len(objective.Main.Outputs) == 0 {
		return runtime.Objective(m)
	}
	if params, err = chain.trained(); err == nil && len(params) == 0 {
		return runtime.Objective(m) // for its error
	}
	return objective, params, err
}

// applications computes the loss of a function that is applied many times, and its gradients.
// It applies the function to the whole batch, and keeps what is returned. It then goes back
// from the last application to the first, and computes the values of each a second time. So
// only the values of one application are in memory at a time, and they stay in the cache.
type applications struct {
	*chain
	step *Program // applies the function
	loss *Program // the loss, and its gradients by results and by parameters
	back *Program // the gradients of an application by those of its results

	returned [][]runtime.Tensor // of each application, each result that is read
	received []runtime.Tensor   // the gradients by the results of an application
	totals   map[string]runtime.Tensor
	outputs  map[string]runtime.Tensor // the loss, and totals as its gradients
}

func (c *chain) compile(params []string, options Options) (*applications, error) {
	if options.Memory == nil {
		options.Memory = &Memory{}
	}
	a := &applications{chain: c, received: make([]runtime.Tensor, len(c.read)), totals: map[string]runtime.Tensor{}, outputs: map[string]runtime.Tensor{}}
	for range c.calls {
		a.returned = append(a.returned, make([]runtime.Tensor, len(c.read)))
	}
	for _, name := range params {
		t := c.module.Main.Input(name).Type
		rows, columns := t.Rows().Number, t.Columns()
		a.totals[name] = runtime.Floats(make([]float32, rows*columns), rows, columns)
		a.outputs[ir.LossGradientPrefix+name] = a.totals[name]
	}
	var err error
	if a.step, err = CompileOptimized(c.function(), nil, options); err != nil {
		return nil, err
	}
	main, results := c.without()
	if a.loss, err = CompileOptimized(main, slices.Concat(params, results), options); err != nil {
		return nil, err
	}
	if a.back, err = c.compileBack(params, options); err != nil {
		return nil, err
	}
	a.shareShards()
	return a, nil
}

// compileBack compiles the gradients of an application.
func (c *chain) compileBack(params []string, options Options) (*Program, error) {
	function, err := ir.OptimizeForKernels(c.function())
	if err != nil {
		return nil, err
	}
	var outputs []string
	for _, output := range function.Main.Outputs {
		outputs = append(outputs, output.Name)
	}
	of := slices.DeleteFunc(slices.Clone(params), func(name string) bool { return function.Main.Input(name) == nil })
	back, _, err := ir.Pullback(function, outputs, slices.Concat(of, slices.Sorted(maps.Keys(c.carried))))
	if err != nil {
		return nil, err
	}
	back.Main.Outputs = back.Main.Outputs[len(outputs):]
	if back, err = ir.Optimize(back); err != nil {
		return nil, err
	}
	return compileBy(lowered, back, options)
}

// shareShards makes all programs divide a batch in the same way, so that a rank computes the
// same systems in each.
func (a *applications) shareShards() {
	all := []*Program{a.step, a.loss, a.back}
	whole := slices.ContainsFunc(all, func(p *Program) bool { return p.plan.segments == nil })
	for _, p := range all {
		if whole {
			p.plan.segments = nil
		}
		p.leastEdges, p.mostEdges = a.back.leastEdges, a.back.mostEdges
	}
}

// Run implements Objective.
func (a *applications) Run(params map[string][]float32, batch runtime.Batch) (map[string]runtime.Tensor, error) {
	batches := make([]runtime.Batch, len(a.calls))
	for k := range a.calls {
		batches[k] = a.batchOf(k, batch)
		found, err := a.step.Run(params, batches[k])
		if err != nil {
			return nil, err
		}
		for j, name := range a.read {
			keep(&a.returned[k][j], found[name])
		}
	}
	inputs := maps.Clone(batch.Inputs)
	for k := range a.calls {
		for j := range a.read {
			if name := a.inputs[k][j]; name != "" {
				inputs[name] = a.returned[k][j]
			}
		}
	}
	of, err := a.loss.Run(params, runtime.Batch{Inputs: inputs, Systems: batch.Systems})
	if err != nil {
		return nil, err
	}
	a.begin(of)
	for k := len(a.calls) - 1; k >= 0; k-- {
		if err := a.goBack(k, of, params, batches[k]); err != nil {
			return nil, err
		}
	}
	return a.outputs, nil
}

// begin sets the loss, and the gradients by the parameters that main itself reads.
func (a *applications) begin(of map[string]runtime.Tensor) {
	a.outputs[runtime.LossName] = of[runtime.LossName]
	for name, total := range a.totals {
		clear(total.Float)
		add(total, of[ir.LossGradientPrefix+name])
	}
	for j := range a.received {
		keep(&a.received[j], a.returned[0][j])
		clear(a.received[j].Float)
	}
}

// goBack adds the gradients of an application to the batch now by parameters, and sets those by
// the results of the application before.
func (a *applications) goBack(k int, of map[string]runtime.Tensor, params map[string][]float32, now runtime.Batch) error {
	for j, name := range a.read {
		add(a.received[j], of[ir.LossGradientPrefix+a.inputs[k][j]])
		now.Inputs[ir.CotangentPrefix+name] = a.received[j]
	}
	found, err := a.back.Run(params, now)
	if err != nil {
		return err
	}
	for name, total := range a.totals {
		add(total, found[ir.GradientPrefix+name])
	}
	for j := range a.received {
		clear(a.received[j].Float)
	}
	for input, result := range a.carried {
		add(a.received[result], found[ir.GradientPrefix+input])
	}
	return nil
}

// batchOf returns the inputs of an application.
func (a *applications) batchOf(k int, batch runtime.Batch) runtime.Batch {
	inputs := make(map[string]runtime.Tensor, len(a.given)+2*len(a.read))
	for name, of := range a.given {
		if value, known := batch.Inputs[of]; known {
			inputs[name] = value
		}
	}
	for name, result := range a.carried {
		if k > 0 {
			inputs[name] = a.returned[k-1][result]
		}
	}
	for name, from := range a.columns {
		if value, known := batch.Inputs[from.input]; known {
			inputs[name] = columnsOf(value, from.at[k], from.width)
		}
	}
	return runtime.Batch{Inputs: inputs, Systems: batch.Systems}
}

// columnsOf returns some columns of a matrix. It returns a matrix without these columns as it is,
// which is then refused.
func columnsOf(of runtime.Tensor, from, width int) runtime.Tensor {
	if len(of.Shape) != 2 || from+width > of.Shape[1] || len(of.Float) != of.Shape[0]*of.Shape[1] {
		return of
	}
	rows, columns := of.Shape[0], of.Shape[1]
	part := make([]float32, 0, rows*width)
	for row := range rows {
		part = append(part, of.Float[row*columns+from:][:width]...)
	}
	return runtime.Floats(part, rows, width)
}

// keep copies a tensor.
func keep(to *runtime.Tensor, from runtime.Tensor) {
	to.Shape = append(to.Shape[:0], from.Shape...)
	to.Float = append(to.Float[:0], from.Float...)
}

// add adds the values of a tensor to those of another, unless it has none: no loss depends on
// that.
func add(to, x runtime.Tensor) {
	for i, value := range x.Float {
		to.Float[i] += value
	}
}
