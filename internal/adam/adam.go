// Package adam holds the constants of Adam (Kingma and Ba 2015) for all code that uses it or reads
// its state: kernels, files of training steps, checks.
package adam

import "cmp"

// These are the defaults of Adam's constants, as in PyTorch.
const (
	Beta1   = 0.9
	Beta2   = 0.999
	Epsilon = 1e-8
)

// Decays holds the decays of the mean of the gradients and of the mean of their squares. Each
// is a number below 1; 0 stands for Beta1 or Beta2.
type Decays struct{ Beta1, Beta2 float64 }

// OrDefault returns the decays with the defaults instead of 0.
func (d Decays) OrDefault() Decays { return Decays{cmp.Or(d.Beta1, Beta1), cmp.Or(d.Beta2, Beta2)} }

// SquareOverSquares returns a bound on the square of the mean of gradients divided by the mean
// of their squares, for any gradients. By the Cauchy-Schwarz inequality, m^2 <= (1-b1)^2 /
// (1-b2) / (1 - b1^2/b2) v. It reports whether there is a bound, which needs b1^2 < b2.
func (d Decays) SquareOverSquares() (bound float64, bounded bool) {
	d = d.OrDefault()
	rest := 1 - d.Beta1*d.Beta1/d.Beta2
	return (1 - d.Beta1) * (1 - d.Beta1) / (1 - d.Beta2) / rest, rest > 0
}
