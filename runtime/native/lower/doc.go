// Package lower turns an optimized module into operators for which the native runtime has kernels.
// Its passes fuse several nodes into one of its own operators where a single kernel can do their
// work. They fuse products with the operations before and after them, the two gradients of a layer,
// moves of rows with sums, and many narrow operators on the same rows. Each operator defines its
// meaning in operators of package ir, so the verifier and the interpreter accept a module after any
// pass.
package lower
