package train

import (
	"maps"
	"math"
	"slices"

	"gmnc/runtime"
)

// clip scales the gradient of all weights together down to a norm, unless that is 0, as
// torch.nn.utils.clip_grad_norm_ does. It comes after the sum over the lanes and before the
// weight decay. The norm is summed in float64, in the order of the weights' names. So it does
// not depend on how many threads or machines made the gradient. A gradient that is not finite
// is left for the step to refuse.
func clip(gradients *runtime.Gradients, most float64) {
	if most == 0 {
		return
	}
	square := 0.0
	for _, name := range slices.Sorted(maps.Keys(gradients.ByParam)) {
		for _, value := range gradients.ByParam[name].Float {
			square += float64(float64(value) * float64(value))
		}
	}
	norm := math.Sqrt(square)
	if !(norm > most) || math.IsInf(norm, 1) {
		return
	}
	factor := most / norm
	for _, gradient := range gradients.ByParam {
		for i, value := range gradient.Float {
			gradient.Float[i] = float32(float64(value) * factor)
		}
	}
}
