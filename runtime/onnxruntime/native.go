//go:build cgo

package onnxruntime

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

const withCgo = true

// load finds the library, loads it and starts its environment, once in the life of the program.
// It returns the library that was found even with an error.
var load = sync.OnceValues(func() (Library, error) {
	library, err := find()
	if err != nil {
		return Library{}, err
	}
	if err := noTelemetry(); err != nil {
		return library, err
	}
	ort.SetSharedLibraryPath(library.Path)
	// The library's own log would only repeat errors on stderr.
	if err := ort.InitializeEnvironment(ort.WithLogLevelFatal()); err != nil {
		return library, fmt.Errorf("cannot load %s: %w (is it built for this machine, and version %s or newer?)",
			library.Path, err, oldest)
	}
	library.Version = ort.GetVersion()
	return library, ort.DisableTelemetry()
})

// noTelemetry keeps the library from sending usage data, which official builds do by default,
// unless the user has decided about it. Outside Windows, where DisableTelemetry works, only
// this variable stops it, and only if set before the environment starts (microsoft/onnxruntime
// pull request 27379).
func noTelemetry() error {
	const variable = "ORT_DISABLE_TELEMETRY"
	if _, decided := os.LookupEnv(variable); decided {
		return nil
	}
	return os.Setenv(variable, "1")
}

// native is one session of the library. All Sessions opened from the same bytes share it, since
// creating one takes up to 0.1 s. Several goroutines may run it at a time.
type native struct {
	key       key
	create    sync.Once
	signature signature
	session   *ort.DynamicAdvancedSession
	err       error
	users     int // guarded by cache
}

// key identifies a native session.
type key struct {
	model   [sha256.Size]byte
	threads int
}

var cache = struct {
	sync.Mutex
	native map[key]*native
}{native: make(map[key]*native)}

// acquire returns the shared session for a model; release gives it back.
// Sessions of different models are created at the same time.
func acquire(key key, model []byte) (*native, error) {
	cache.Lock()
	shared, known := cache.native[key]
	if !known {
		shared = &native{key: key}
		cache.native[key] = shared
	}
	shared.users++
	cache.Unlock()
	shared.create.Do(func() { shared.signature, shared.session, shared.err = newSession(key.threads, model) })
	if shared.err != nil {
		return nil, errors.Join(shared.err, shared.release())
	}
	return shared, nil
}

// release destroys the session with its last user.
func (n *native) release() error {
	cache.Lock()
	defer cache.Unlock()
	n.users--
	if n.users > 0 {
		return nil
	}
	delete(cache.native, n.key)
	if n.session == nil {
		return nil
	}
	return n.session.Destroy()
}

func newSession(threads int, model []byte) (signature, *ort.DynamicAdvancedSession, error) {
	signature, err := readSignature(model)
	if err != nil {
		return signature, nil, err
	}
	options, err := ort.NewSessionOptions()
	if err != nil {
		return signature, nil, err
	}
	defer options.Destroy()
	// Callers run chunks of a batch on goroutines of their own. That is faster than threads
	// inside the library, and results do not depend on their number.
	err = errors.Join(
		options.SetIntraOpNumThreads(threads),
		options.SetInterOpNumThreads(1),
		options.SetLogSeverityLevel(ort.LoggingLevelFatal),
		options.AddSessionConfigEntry("session.strict_shape_type_inference", "1"),
		// Threads that wait in a loop would take the cores from other work.
		options.AddSessionConfigEntry("session.intra_op.allow_spinning", "0"),
	)
	if err != nil {
		return signature, nil, err
	}
	session, err := ort.NewDynamicAdvancedSessionWithONNXData(
		model, names(signature.inputs), names(signature.outputs), options)
	if err != nil {
		return signature, nil, ofMemory(fmt.Errorf("onnxruntime refuses the model: %w", err))
	}
	return signature, session, nil
}
