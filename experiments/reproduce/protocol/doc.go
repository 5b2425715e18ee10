// Package protocol defines what is measured: the tables with their rows of models and columns of
// data sets, their cells, and the result of a finished cell. It trains and tests nothing.
package protocol
