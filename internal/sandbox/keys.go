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
	"os"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/disk"
)

// KeyFile holds the one secret of a sandbox, in PKCS #8. Every process that
// shares it accepts the tokens and ids of the others.
const KeyFile = "key.pem"

// maxKeyFile is far above what a key takes; a longer file is not a key.
const maxKeyFile = 16 << 10

// keys are the sandbox's secrets. The one for ids is derived from the one for
// tokens, so there is one file to keep.
type keys struct {
	signing *ecdsa.PrivateKey // P-256
	ids     [32]byte
}

// openKeys reads the key of a state directory, and makes directory and key when
// they are missing. Without a directory the key is fresh and is not kept.
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
	if err := disk.Make(dir); err != nil {
		return nil, err
	}
	if err := checkOwnerOnly(dir, 0o022); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, KeyFile)
	key, err := readKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	// Several first processes may be here at once. One makes the key, the others
	// wait and read it.
	lock := flock.New(filepath.Join(dir, "key.lock"), flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return nil, fmt.Errorf("lock the state directory: %w", err)
	}
	defer lock.Unlock()
	key, err = readKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeKey(path)
	}
	return key, err
}

// readKey reads a key file that only its owner can read.
func readKey(path string) (*ecdsa.PrivateKey, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := checkOwnerOnly(path, 0o077); err != nil {
		return nil, err
	}
	if info.Size() > maxKeyFile {
		return nil, fmt.Errorf("%s: too long for a key", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil || block.Type != "PRIVATE KEY" {
		return nil, fmt.Errorf("%s: not a private key in PEM; remove it to get a new one", path)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; remove it to get a new one", path, err)
	}
	key, ok := parsed.(*ecdsa.PrivateKey)
	if !ok || key.Curve != elliptic.P256() {
		return nil, fmt.Errorf("%s: not a P-256 key; remove it to get a new one", path)
	}
	return key, nil
}

// makeKey writes the whole file before it gets its name, so that no reader ever
// sees half a key.
func makeKey(path string) (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return key, disk.Replace(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

// checkOwnerOnly refuses a file or directory with any of the forbidden
// permission bits.
func checkOwnerOnly(path string, forbidden fs.FileMode) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if disk.Exposed(runtime.GOOS, info.Mode(), forbidden) {
		return fmt.Errorf("%s has mode %04o: others must not have access; run chmod go-rwx on it", path, info.Mode().Perm())
	}
	return nil
}
