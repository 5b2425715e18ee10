package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
)

// samplesOfKernels lists on which arguments kernels are compared with the interpreter. There are rows that fill no vector, rows of several
// vectors with a rest, and blocks of both kinds, as kernels go ways of their own for these.
const samplesOfKernels = `
transpose float[3,5]
linear float[particles,4], float[4,20], float[1,20]
accumulate float[particles,20], float[particles,4], float[4,20]
accumulate float[particles,20], float[1,20], float[particles,4], float[4,20]  {start=add}
accumulate float[particles,20], float[edges,4], float[4,20]  {start=repeat}
accumulate float[particles,20], float[edges,1], float[edges,4], float[4,20]  {start=repeat_times}
accumulate float[particles,20], float[particles,20], index<particles>[edges], float[edges,4], float[4,20]  {start=add_edges}
silu_slope float[particles,20]
linear_silu float[particles,4], float[4,20], float[1,20]
accumulate_silu float[particles,20], float[particles,4], float[4,20]
accumulate_silu float[particles,20], float[1,20], float[particles,4], float[4,20]  {start=add}
accumulate_silu float[particles,20], float[edges,4], float[4,20]  {start=repeat}
accumulate_silu float[particles,20], float[edges,1], float[edges,4], float[4,20]  {start=repeat_times}
accumulate_silu float[particles,20], float[particles,20], index<particles>[edges], float[edges,4], float[4,20]  {start=add_edges}
matmul_times float[particles,4], float[4,20], float[particles,20]
accumulate_times float[particles,20], float[particles,4], float[4,20], float[particles,20]
accumulate_times float[particles,20], float[1,20], float[particles,4], float[4,20], float[particles,20]  {start=add}
accumulate_times float[particles,20], float[edges,4], float[4,20], float[edges,20]  {start=repeat}
accumulate_times float[particles,20], float[edges,1], float[edges,4], float[4,20], float[edges,20]  {start=repeat_times}
accumulate_times float[particles,20], float[particles,20], index<particles>[edges], float[edges,4], float[4,20], float[edges,20]  {start=add_edges}
linear_grads float[edges,4], float[edges,20]
stack_rows float[2,20], float[1,20], float[3,20]
add_edges float[particles,3], float[particles,3], index<particles>[edges]
add_edges float[particles,20], float[particles,20], index<particles>[edges]
subtract_edges float[particles,3], float[particles,3], index<particles>[edges]
subtract_edges float[particles,20], float[particles,20], index<particles>[edges]
repeat_times float[particles,20], float[edges,1]
add_scatter float[particles,20], float[edges,20], index<particles>[edges]
add_scatter float[particles,3], float[particles,3], index<particles>[particles]
add_where float[particles,20], float[particles,1], float[particles,20]  {holds=[1.0]}
add_where float[particles,1], float[particles,20], float[particles,1], float[particles,20]  {holds=[1.0 0.0]}
add_gathers float[particles,20], index<particles>[particles], index<particles>[particles]
add_scatters float[particles,20], index<particles>[particles], index<particles>[particles]
sum_endpoints float[edges,20], index<particles>[edges]
outer_matmul float[edges,3], float[edges,4], float[5,4]  {blocks=3}
outer_matmul float[edges,15], float[edges,32], float[7,160]  {blocks=3}
outer_matmul float[edges,15], float[edges,32], float[7,160], float[edges,1], float[7,5]  {blocks=3}
outer_grads float[particles,15], float[edges,3], float[edges,4]  {blocks=3}
outer_grads float[particles,15], float[edges,3], float[edges,4], float[edges,1]  {blocks=3}
blocks_groups float[particles,12], float[edges,15], float[4,10]  {blocks=3}
blocks_groups float[particles,12], float[edges,15], float[4,10], float[4,5]  {blocks=3}
blocks_groups_transposed float[particles,12], float[4,10], float[edges,2]  {blocks=3}
add_blocks_transposed float[edges,15], float[particles,12], float[4,10], float[edges,2]  {blocks=3}
add_both float[edges,15], float[particles,12], float[4,10], float[edges,2], float[edges,15]  {blocks=3}
add_both float[edges,15], float[particles,60], float[20,165], float[edges,33], float[edges,15]  {blocks=3}
transpose_blocks float[4,10]  {columns=2}
transpose_blocks float[4,10], float[4,5]  {columns=2}
norm_relu float[edges,64], float[1,64], float[1,64]  {blocks=2, epsilon=0.01}
norm_relu float[edges,10], float[1,10], float[1,10]  {blocks=2, epsilon=0.01}
norm_backward float[edges,64], float[edges,64], float[edges,64], float[edges,2], float[1,64]  {blocks=2}
norm_backward float[edges,10], float[edges,10], float[edges,10], float[edges,2], float[1,10]  {blocks=2}
norm_grads float[edges,64], float[edges,64], float[edges,64], float[edges,2]  {blocks=2}
norm_grads float[edges,10], float[edges,10], float[edges,10], float[edges,2]  {blocks=2}
linear_columns float[edges,8], float[3,20], float[1,20], float[5,2], float[1,2]
matmul_columns float[edges,8], float[3,20], float[5,2]
columns_grads float[edges,9], float[edges,20]  {dy_start=1, dy_stop=4, start=2, stop=6}
`

// TestSamplesOfOperators: each operator has its samples, to which it applies.
func TestSamplesOfOperators(t *testing.T) {
	var lines []string
	for _, op := range Operators() {
		for _, sample := range op.Samples {
			var types []string
			m := ir.SampleModule()
			require.NoError(t, ir.Build(m, func(b *ir.Builder) {
				var args []*ir.Value
				for i, of := range sample.Args {
					types, args = append(types, of.String()), append(args, b.Input(fmt.Sprint("x", i), of))
				}
				for i, result := range b.Apply(op, sample.Attrs, args...) {
					b.Output(fmt.Sprint("y", i), result)
				}
			}), "%s of %v", op.Name, types)
			require.NoError(t, ir.Verify(m))
			lines = append(lines, strings.TrimSpace(fmt.Sprint(op.Name, " ", strings.Join(types, ", "), " ", sample.Attrs)))
		}
	}
	require.Equal(t, strings.TrimSpace(samplesOfKernels), strings.Join(lines, "\n"))
}
