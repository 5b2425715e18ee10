// Package hundredfold formats squared errors x100, as in the paper's tables.
package hundredfold

import "fmt"

// small is a squared error of which five decimals, x100, would hide digits.
const small = 1e-5

// Text is a finite squared error x100: with five decimals, or with three digits where these
// would hide it, as of data in nanometres.
func Text(squared float64) string {
	if squared > 0 && squared < small {
		return fmt.Sprintf("%.3g", 100*squared)
	}
	return fmt.Sprintf("%.5f", 100*squared)
}
