package run

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"
)

// Memory is a store in memory, which ends with its process. NewMemory makes one.
type Memory struct {
	name   string
	mutex  sync.Mutex
	locked bool
	files  map[string][]byte
}

// NewMemory makes an empty store; the name is for errors.
func NewMemory(name string) *Memory {
	return &Memory{name: name, files: map[string][]byte{}}
}

func (m *Memory) String() string { return m.name }

// Has reports whether there is a file of that name.
func (m *Memory) Has(name string) bool {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.files[name] != nil
}

// Read returns a copy of the content of a file.
func (m *Memory) Read(name string) ([]byte, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	content := m.files[name]
	if content == nil {
		return nil, fmt.Errorf("%s: %w", path.Join(m.name, name), fs.ErrNotExist)
	}
	return slices.Clone(content), nil
}

// Write keeps a copy of the content.
func (m *Memory) Write(name string, content []byte) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.files[name] = append([]byte{}, content...)
	return nil
}

// Remove removes a file, if it is there.
func (m *Memory) Remove(name string) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.files, name)
	return nil
}

// Lock locks the store.
func (m *Memory) Lock() (release func(), err error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.locked {
		return nil, errors.New("another training works in " + m.name + ": wait for its end, or take another store")
	}
	m.locked = true
	return func() {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		m.locked = false
	}, nil
}

// Prune does nothing: a store in memory is freed once it is unreachable.
func (m *Memory) Prune() {}
