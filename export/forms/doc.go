// Package forms writes the functions of a module. If a form fits, it writes fewer operators
// than there are nodes.
package forms
