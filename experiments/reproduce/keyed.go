package reproduce

import "sync"

// keyed are locks by name.
type keyed struct {
	lock  sync.Mutex
	locks map[string]*sync.Mutex
}

// hold waits for the lock of that name and returns its release.
func (k *keyed) hold(name string) (release func()) {
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
