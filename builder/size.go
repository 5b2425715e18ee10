package builder

import (
	"fmt"

	"gmnc/builder/config"
)

// CheckSize reports a configuration whose model has more weights than fit in a file of the
// given number of bytes. It does so before anything of that size is built. It does not count
// the weights if there are few layers and the bytes could hold a matrix for each of them, since
// the model is then only a few times as large.
func CheckSize(c config.Config, bytes int) error {
	if width := float64(c.Hidden); c.Layers <= uncounted && float64(c.Layers)*width*width <= float64(bytes) {
		return nil
	}
	count, err := CountWeights(c)
	if err == nil && count > bytes {
		err = fmt.Errorf("%d layers of width %d have %d weights, more than the %d bytes beside the configuration can hold: that is not the configuration of these weights",
			c.Layers, c.Hidden, count, bytes)
	}
	return err
}

// uncounted is the largest number of layers that are few for CheckSize.
const uncounted = 100

// The number of weights is a polynomial. It has degree 1 in the number of layers from the
// second on, and degree 2 in the width, for widths with the same remainder, because a model may
// divide its width among degrees.
const (
	fewLayers  = 2
	fewColumns = 24
	widthStep  = 12
)

// CountWeights returns the number of weights of the model. It builds only small models and
// extrapolates for large ones.
func CountWeights(c config.Config) (int, error) {
	if err := c.Validate(); err != nil {
		return 0, err
	}
	if c.Layers <= fewLayers {
		return countOfWidth(c, c.Layers)
	}
	two, err := countOfWidth(c, fewLayers)
	if err != nil {
		return 0, err
	}
	three, err := countOfWidth(c, fewLayers+1)
	return two + (c.Layers-fewLayers)*(three-two), err
}

// countOfWidth is CountWeights with another number of layers, by Newton's interpolation from
// three widths.
func countOfWidth(c config.Config, layers int) (int, error) {
	steps := max(0, (c.Hidden-fewColumns)/widthStep)
	if steps <= 2 {
		return countBuilt(c, layers, c.Hidden)
	}
	var counts [3]int
	for i := range counts {
		var err error
		if counts[i], err = countBuilt(c, layers, c.Hidden-(steps-i)*widthStep); err != nil {
			return 0, err
		}
	}
	first, second := counts[1]-counts[0], counts[2]-2*counts[1]+counts[0]
	return counts[0] + steps*first + steps*(steps-1)/2*second, nil
}

func countBuilt(c config.Config, layers, width int) (int, error) {
	c.Layers, c.Hidden = layers, width
	model, err := New(c, false)
	if err != nil {
		return 0, err
	}
	return model.Count(), nil
}

// bytesOfTraining is the memory that training needs for each weight: the weight, its gradient
// in 16 lanes and their sum, two moments, and copies of all these when a state is written, in
// float32. A GMN of width 512 needed 95 bytes.
const bytesOfTraining = 26 * 4

// TrainingMemory estimates the memory in bytes that training needs for a model's weights,
// besides the memory of a batch.
func TrainingMemory(weights int) float64 { return bytesOfTraining * float64(weights) }
