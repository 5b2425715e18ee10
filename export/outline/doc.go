// Package outline writes what a graph repeats once: as a function, or as a Loop.
package outline
