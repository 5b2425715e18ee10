// Package lower turns an optimised module into operations for which the native runtime has kernels.
// Its passes put one of its own operators in the place of several nodes where a kernel does more at
// once. These are products with what they start from and end with, both gradients of a layer, rows
// that are moved and added up, and programs of many narrow operators on the same rows. Each
// operator says in operators of the table of ir what it stands for, so the verifier and the
// interpreter take a module after any pass.
package lower
