package kernels

// portions calls f for parts of n elements.
func portions(n int, f func(from, count int)) {
	for from := 0; from < n; from += portion {
		f(from, min(portion, n-from))
	}
}

// rowPortions calls f for parts of rows of width elements.
func rowPortions(rows, width int, f func(from, count int)) {
	step := max(1, portion/max(1, width))
	for from := 0; from < rows; from += step {
		f(from, min(step, rows-from))
	}
}
