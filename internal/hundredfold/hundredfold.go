// Package hundredfold formats squared errors x100, as in the paper's tables.
package hundredfold

import "fmt"

// small is the squared error below which five decimals, x100, would hide digits.
const small = 1e-5

// Text prints a finite squared error x100. It has five decimals, or three digits if five decimals
// would hide them, as for data in nanometres. An error of exactly 0 is "0".
func Text(squared float64) string {
	if squared < small {
		return fmt.Sprintf("%.3g", 100*squared)
	}
	return fmt.Sprintf("%.5f", 100*squared)
}
