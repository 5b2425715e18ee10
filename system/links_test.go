package system

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinks(t *testing.T) {
	objects := Objects{Hinge.Of(2, 0, 1), TreeOf([]int{4, 3, 5}, []int{-1, 4, 3})}
	require.Equal(t, []Link{
		{[2]int{2, 0}, Hinge}, {[2]int{2, 1}, Hinge},
		{[2]int{4, 3}, Tree}, {[2]int{3, 5}, Tree},
		{[2]int{6, 0}, nil},
	}, objects.Links([][2]int{{0, 2}, {6, 0}, {0, 6}}), "each pair once")
}
