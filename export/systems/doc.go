// Package systems computes the rows that a model takes from systems as a user has them, and
// detects invalid systems.
package systems
