package run

import (
	"encoding/json"
	"errors"
	"io/fs"

	"gmnc/runtime"
)

// Shared returns a store that all ranks share. Only the first rank reads and writes, and all
// ranks get the content that it read and its errors.
func Shared(store Store, ranks runtime.Ranks) Store {
	if _, already := store.(shared); already || runtime.Together(ranks).Size() == 1 {
		return store
	}
	return shared{store, ranks}
}

type shared struct {
	store Store
	ranks runtime.Ranks
}

// outcome is what the first rank sends to the others.
type outcome struct {
	Content []byte
	Held    bool
	Error   string
	Absent  bool // the error is fs.ErrNotExist
}

func (o outcome) err() error {
	if o.Error == "" {
		return nil
	}
	err := &runtime.RankError{Text: o.Error}
	if o.Absent {
		err.Err = fs.ErrNotExist
	}
	return err
}

// first calls do in the first rank, and returns the outcome in all ranks.
func (s shared) first(do func(o *outcome) error) (outcome, error) {
	if err := s.ranks.Agree(nil); err != nil {
		return outcome{}, err
	}
	var own outcome
	var err error
	var text []byte
	if s.ranks.Rank() == 0 {
		if err = do(&own); err != nil {
			own.Error, own.Absent = err.Error(), errors.Is(err, fs.ErrNotExist)
		}
		text, _ = json.Marshal(own) // all its fields can be encoded
	}
	all, failed := s.ranks.Share(text)
	if failed != nil {
		return outcome{}, failed
	}
	if s.ranks.Rank() == 0 {
		return own, err
	}
	if err := json.Unmarshal(all[0], &own); err != nil {
		return outcome{}, err
	}
	return own, own.err()
}

func (s shared) String() string { return s.store.String() }

// Has reports whether the first rank sees a file of that name. If the ranks are no longer
// together, it returns false, and the next call returns the error.
func (s shared) Has(name string) bool {
	o, err := s.first(func(o *outcome) error { o.Held = s.store.Has(name); return nil })
	return err == nil && o.Held
}

// Read returns the content that the first rank reads.
func (s shared) Read(name string) ([]byte, error) {
	o, err := s.first(func(o *outcome) (err error) { o.Content, err = s.store.Read(name); return err })
	return o.Content, err
}

// Write writes in the first rank.
func (s shared) Write(name string, content []byte) error {
	_, err := s.first(func(*outcome) error { return s.store.Write(name, content) })
	return err
}

// Remove removes in the first rank.
func (s shared) Remove(name string) error {
	_, err := s.first(func(*outcome) error { return s.store.Remove(name) })
	return err
}

// Lock holds the lock in the first rank.
func (s shared) Lock() (release func(), err error) {
	release = func() {}
	_, err = s.first(func(*outcome) (err error) {
		release, err = s.store.Lock()
		return err
	})
	return release, err
}

// Prune removes the store in the first rank.
func (s shared) Prune() {
	s.first(func(*outcome) error { s.store.Prune(); return nil })
}
