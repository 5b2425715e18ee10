package kernels

// Functions of each element: dst and x have the same length.

// Neg is -x.
func Neg(dst, x []float32) { Scale(dst, -1, x) }

// Square is x².
func Square(dst, x []float32) { mul(dst, x, x) }

// Abs is |x|.
func Abs(dst, x []float32) {
	same(dst, x)
	active.abs(dst, x)
}

// Sign is -1, 0 or 1; the sign of NaN is 0.
func Sign(dst, x []float32) {
	same(dst, x)
	active.sign(dst, x)
}

// ReLU is max(x, 0).
func ReLU(dst, x []float32) {
	same(dst, x)
	active.relu(dst, x)
}

// Sqrt is the square root.
func Sqrt(dst, x []float32) {
	same(dst, x)
	active.sqrt(dst, x)
}

// Log is the natural logarithm, computed in float64.
func Log(dst, x []float32) {
	same(dst, x)
	active.log(dst, x)
}

// Exp is e^x, with an error of at most one unit in the last place.
func Exp(dst, x []float32) {
	same(dst, x)
	active.exp(dst, x)
}

// Sigmoid is 1 / (1 + e^-x), with an error of at most 2.5 units in the last
// place. Results below the normal numbers may be zero.
func Sigmoid(dst, x []float32) {
	same(dst, x)
	active.sigmoid(dst, x)
}

// SiLU is x sigmoid(x), with an error of at most 3 units in the last place.
// Below x = -86.5 the result may be zero, and of -infinity NaN.
func SiLU(dst, x []float32) {
	same(dst, x)
	active.silu(dst, x)
}

// SiLUSlope is [SiLU] and its slope, s (1 + x (1 - s)) with s = sigmoid(x).
// The error of the slope is below 3e-7. dst may be x.
func SiLUSlope(dst, slope, x []float32) {
	same(dst, slope, x)
	active.siluSlope(dst, slope, x)
}

// Scale is a x.
func Scale(dst []float32, a float32, x []float32) {
	same(dst, x)
	active.scale(dst, x, a)
}

// Clamp limits x to [low, high]; NaN stays NaN.
func Clamp(dst, x []float32, low, high float32) {
	same(dst, x)
	active.clamp(dst, x, low, high)
}

// Inside is 1 where x lies in [low, high] and 0 elsewhere.
func Inside(dst, x []float32, low, high float32) {
	same(dst, x)
	active.inside(dst, x, low, high)
}

// InFloat64 returns the kernel of a function of float64.
func InFloat64(f func(float64) float64) func(dst, x []float32) {
	return func(dst, x []float32) {
		same(dst, x)
		for i, v := range x {
			dst[i] = float32(f(float64(v)))
		}
	}
}
