// Package rolling makes files of many steps out of files of one, with the radii and gradients of these steps.
package rolling
