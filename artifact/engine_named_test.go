package artifact

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
)

// TestNamed: a name is that of an engine of the table, whose reason for being absent is the error.
func TestNamed(t *testing.T) {
	absent := errors.New("no such library: install it")
	table := []runtime.Engine{
		{Name: "one", Available: func() error { return nil }},
		{Name: "two", Available: func() error { return absent }},
	}
	engine, err := named(table, "one")
	require.NoError(t, err)
	require.Equal(t, "one", engine.Name)
	engine, err = named(table, "two")
	require.ErrorIs(t, err, absent)
	require.Equal(t, "two", engine.Name)
	_, err = named(table, "three")
	require.EqualError(t, err, `there is no runtime "three"; known: auto, one, two`)
}
