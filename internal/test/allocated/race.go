//go:build race

package allocated

const race = true
