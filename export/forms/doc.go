// Package forms writes the functions of a module, with fewer operators than their nodes have where a form fits.
package forms
