// Package namedlock provides locks that are identified by a name.
package namedlock

import (
	"sync"
)

// Locks holds locks by name.
type Locks struct {
	lock  sync.Mutex
	locks map[string]*sync.Mutex
}

// Lock waits for the lock with that name and returns its release.
func (k *Locks) Lock(name string) (release func()) {
	k.lock.Lock()
	if k.locks == nil {
		k.locks = map[string]*sync.Mutex{}
	}
	if k.locks[name] == nil {
		k.locks[name] = new(sync.Mutex)
	}
	lock := k.locks[name]
	k.lock.Unlock()
	lock.Lock()
	return lock.Unlock
}
