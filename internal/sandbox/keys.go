package sandbox

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/store"
)

// KeyFile has the only secret of a sandbox, in PKCS #8. Processes that share it accept each other's tokens and
// ids.
const KeyFile = "key.pem"

// maxKeyFile is far above the size of a key, in bytes.
const maxKeyFile = 16 << 10

// keys are the sandbox's secrets. The key for ids is derived from the key for tokens, so only one has to be
// stored.
type keys struct {
	signing *ecdsa.PrivateKey // P-256
	ids     [32]byte
}

// openKeys reads the key of a state directory, creating the directory and the key if they are missing. Without a
// directory, the key is new and is not stored.
func openKeys(dir string) (keys, error) {
	signing, err := openSigningKey(dir)
	if err != nil {
		return keys{}, err
	}
	secret, err := signing.Bytes()
	if err != nil {
		return keys{}, err
	}
	derived, err := hkdf.Key(sha256.New, secret, nil, "travel sandbox ids 1", len(keys{}.ids))
	if err != nil {
		return keys{}, err
	}
	return keys{signing: signing, ids: [32]byte(derived)}, nil
}

func openSigningKey(dir string) (*ecdsa.PrivateKey, error) {
	if dir == "" {
		return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	}
	if err := store.Make(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, KeyFile)
	key, err := readKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	// Several processes may get here at once. One creates the key; the others wait and read it.
	lock := flock.New(filepath.Join(dir, "key.lock"), flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return nil, fmt.Errorf("lock the state directory: %w", err)
	}
	defer lock.Unlock()
	if key, err = readKey(path); !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return key, store.Replace(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

// readKey reads a key file. It does not check its permissions, because the key protects nothing real.
func readKey(path string) (*ecdsa.PrivateKey, error) {
	text, err := store.ReadUpTo(path, maxKeyFile)
	if err != nil {
		return nil, err
	}
	if block, _ := pem.Decode(text); block != nil && block.Type == "PRIVATE KEY" {
		parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if key, ok := parsed.(*ecdsa.PrivateKey); err == nil && ok && key.Curve == elliptic.P256() {
			return key, nil
		}
	}
	return nil, fmt.Errorf("%s: not a private key for P-256 in PEM; remove it to get a new one", path)
}
