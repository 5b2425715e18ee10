// Package outline writes the repeated parts of a graph once: as a function, or as a Loop.
package outline
