// Package kernels computes with dense float32 rows: matrix products,
// elementwise functions, sums and moves of rows, 3-vector algebra. It knows
// nothing of graphs.
//
// A matrix is a slice in row-major order. A shape that does not fit its
// slice is a programming error and panics before anything is written.
// Functions read and write nothing outside of what their shapes name. Unless
// a function says otherwise, dst is overwritten and may be one of the
// operands of the same shape, but must not overlap them in part.
//
// Every function runs on the calling goroutine, allocates nothing, and may be
// called from several goroutines at once. The instructions in use are a
// level, see [Level]: results within a level do not depend on alignment or
// the number of callers; two levels may differ by rounding.
package kernels
