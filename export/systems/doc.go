// Package systems computes the rows that a model takes from systems as a user has them, and finds what is wrong with these systems.
package systems
