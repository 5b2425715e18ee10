// Package protocol says what is measured: the tables with their rows of models and columns
// of data sets, the cells that they consist of, and what a finished cell has. It trains and
// tests nothing.
package protocol
