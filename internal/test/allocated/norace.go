//go:build !race

package allocated

const race = false
