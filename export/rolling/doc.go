// Package rolling turns files of one step into files of many steps, including their radii and
// gradients.
package rolling
