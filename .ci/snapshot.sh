#!/usr/bin/env bash
# Makes the release that the checked-out commit would be, twice, and tries out what a
# user would get; nothing is published and nothing stays but a line of each result.
# Wants root or sudo, for another host name and for a fresh Debian to install in, and
# the programs that .ci/run snapshot installs. Ends at the first thing that is wrong.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

here=$PWD
commit=$(git rev-parse HEAD)
work=$(mktemp -d)
one=$work/one two="$work/another place/two"
root=$work/debian

say() { printf '   %s\n' "$*"; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

clean_up() {
  as_root rm -rf --one-file-system "$work"
}
trap clean_up EXIT

# release DIR [COMMAND...] makes the release in a clone of the commit, with the command before goreleaser.
release() {
  local dir=$1 began=$SECONDS
  shift
  git clone --quiet --no-hardlinks "$here" "$dir"
  git -C "$dir" checkout --quiet --detach "$commit"
  git -C "$dir" remote set-url origin https://github.com/example/travel.git
  (cd "$dir" && TRAVEL_SIGNING_KEY=$work/key "$@" goreleaser release --snapshot --clean --skip=publish) \
    >"$work/log" 2>&1 || { tail -n 40 "$work/log"; return 1; }
  say "made in $((SECONDS - began)) s: ${dir#"$work"/}"
}

# elsewhere COMMAND... runs it as another machine and another user's settings would.
elsewhere() {
  local mapped=()
  [ "$(id -u)" = 0 ] || mapped=(--map-root-user)
  if unshare "${mapped[@]}" --uts hostname elsewhere 2>/dev/null; then
    unshare "${mapped[@]}" --uts env TZ=Asia/Kathmandu LC_ALL=C sh -c 'hostname elsewhere && umask 077 && exec "$@"' sh "$@"
  else
    say "this machine allows no other host name: both releases are made under its own"
    env TZ=Asia/Kathmandu LC_ALL=C sh -c 'umask 077 && exec "$@"' sh "$@"
  fi
}

made_twice() {
  [ -z "$(git status --porcelain)" ] || say "what is not committed is not in this release"
  release "$one" env
  release "$two" elsewhere
  diff "$one/dist/checksums.txt" "$two/dist/checksums.txt"
  cmp "$one/dist/checksums.txt.sig" "$two/dist/checksums.txt.sig"
  say "two directories, host names, time zones and umasks: the difference of checksums.txt is empty"
}

# The program for this machine has the same bytes when nothing that was compiled before is used.
compiled_again() {
  local began=$SECONDS
  (cd "$two" && GOCACHE=$work/cache goreleaser build --snapshot --clean --single-target --skip=before) >"$work/log" 2>&1 || {
    tail -n 40 "$work/log"; return 1; }
  cmp "$two"/dist/travel_linux_*/travel "$one/dist/$(basename "$two"/dist/travel_linux_*)/travel"
  say "compiled again with an empty build cache in $((SECONDS - began)) s: the same bytes"
}

# Every file has the sum that checksums.txt names, and each archive unpacks to the program with its texts.
archives() {
  local archive want parts
  (cd "$one/dist" && sha256sum --quiet -c checksums.txt)
  say "$(wc -l <"$one/dist/checksums.txt") files have the sums of checksums.txt"
  for archive in "$one"/dist/travel_*.tar.gz "$one"/dist/*.zip; do
    case $archive in
      *_source.tar.gz) continue ;;
      *.zip) unzip -Z1 "$archive" >"$work/files" && unzip -tqq "$archive" ;;
      *) tar -tzf "$archive" >"$work/files" ;;
    esac
    for want in 'travel(.exe)?' README.txt LICENSE THIRD_PARTY_NOTICES man/man1/travel.1 completions/_travel; do
      grep -qxE "$want" "$work/files" || { echo "$archive has no $want"; return 1; }
    done
    parts=${archive%.zip} parts=${parts%.tar.gz}.cdx.json
    [ -s "$parts" ] || { echo "$archive has no list of its parts"; return 1; }
    say "$(wc -c <"$archive") bytes, $(wc -l <"$work/files") files: ${archive##*/}"
  done
}

# files FORMAT lists what the package for this machine's kind installs, without directories.
files() {
  case $1 in
    deb) dpkg --fsys-tarfile "$2" | tar -t | sed 's|^\./||' ;;
    rpm) rpm -qpl "$2" | sed 's|^/||' ;;
    pkg.tar.zst) pacman -Qlpq "$2" | sed 's|^/||' ;;
    apk) tar -xzOf "$2" --warning=no-unknown-keyword .PKGINFO >/dev/null && tar -tzf "$2" --warning=no-unknown-keyword ;;
  esac | grep -v '/$' | sort
}

# Every manual page and each shell's completions are in every package, and the packagers'
# own programs read them.
packages() {
  local pages package format want
  pages=$(cd "$one/build/man" && find . -type f | wc -l)
  for package in "$one"/dist/*.deb "$one"/dist/*.rpm "$one"/dist/*.apk "$one"/dist/*.pkg.tar.zst; do
    format=${package##*_} format=${format#*.}
    files "$format" "$package" >"$work/files"
    [ "$(grep -c '^usr/share/man/man[17]/.*\.gz$' "$work/files")" = "$pages" ] || {
      echo "$package has not the $pages manual pages"; return 1; }
    for want in usr/bin/travel bash-completion/completions/travel fish/vendor_completions.d/travel.fish 'zsh/.*/_travel' THIRD_PARTY_NOTICES; do
      grep -q "$want" "$work/files" || { echo "$package has no $want"; return 1; }
    done
    say "$(wc -l <"$work/files") files, $pages of them manual pages: ${package##*/}"
  done
  for package in "$one"/dist/*.rpm; do
    rpm -K --nosignature "$package"
    [ "$(rpm -qp --nosignature --qf '%{BUILDHOST}' "$package")" = release ]
  done
  pacman -Qip "$one"/dist/*_linux_amd64.pkg.tar.zst | grep -E '^(Name|Version|Description|Depends On)'
  tar -xzOf "$one"/dist/*_linux_amd64.apk --warning=no-unknown-keyword .PKGINFO >"$work/pkginfo"
  ! grep -vE '^(#|[a-z]+ = )' "$work/pkginfo" || { echo "the lines of .PKGINFO above are no words of apk"; return 1; }
  grep -E '^(pkgver|arch|pkgdesc)' "$work/pkginfo"
  lintian --allow-root --fail-on error,warning "$one"/dist/*.deb
  lintian --allow-root --fail-on none --show-overrides "$one"/dist/*_linux_amd64.deb
  say "lintian finds no error and no warning beside what the lines above name"
}

# What the AUR's text would install is what the package for Arch holds.
from_aur() {
  mkdir "$work/src" "$work/pkg"
  tar -xzf "$one"/dist/*_linux_amd64.tar.gz -C "$work/src"
  (cd "$work/src" && . "$one/dist/aur/travel-bin.pkgbuild" && pkgdir=$work/pkg && package)
  (cd "$work/pkg" && find usr -type f | sort) >"$work/aur"
  files pkg.tar.zst "$one"/dist/*_linux_amd64.pkg.tar.zst | sed '/man\/man/s/\.gz$//' | diff - "$work/aur"
  say "PKGBUILD installs the $(wc -l <"$work/aur") files of the package for Arch"
}

# damage FILE changes four bytes in the middle of it.
damage() {
  printf 'oops' | dd of="$1" bs=1 seek=$(($(wc -c <"$1") / 2)) conv=notrunc status=none
}

# What the README says verifies the release, and refuses one that was changed.
signed() {
  local at=$work/downloaded block
  mkdir "$at"
  ssh-keygen -q -t ed25519 -N '' -C other -f "$work/other"
  public() { printf 'travel namespaces="file,git" %s\n' "$(cut -d' ' -f1,2 "$1")" >"$at/release-key.pub"; }
  verify() { (cd "$at" && bash -euo pipefail -c "$block") >"$work/log" 2>&1; }
  block=$(awk -v RS= '/ssh-keygen -Y verify/' README.md | sed 's/^    //')
  [ -n "$block" ] || { echo "the README says nothing of ssh-keygen -Y verify"; return 1; }
  cp "$one"/dist/checksums.txt* "$one"/dist/*_linux_amd64.tar.gz "$at"
  public "$work/key.pub"
  verify || { cat "$work/log"; return 1; }
  cat "$work/log"
  damage "$at"/*.tar.gz
  ! verify || { echo "a damaged archive was accepted"; return 1; }
  cp "$one"/dist/*_linux_amd64.tar.gz "$at"
  damage "$at/checksums.txt"
  ! verify || { echo "damaged sums were accepted"; return 1; }
  cp "$one/dist/checksums.txt" "$at"
  public "$work/other.pub"
  ! verify || { echo "the signature of another key was accepted"; return 1; }
  say "the README's lines accept the release, and reject a damaged file, damaged sums and another key"
}

# A fresh Debian installs it, uses it and removes it.
installed() {
  local suite
  suite=$(. /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME" || echo stable)
  as_root mmdebstrap --quiet --variant=apt --include=man-db,zsh,fish,tmux \
    --customize-hook='chroot "$1" sh -c "cd /root && apt-get -qq download bash-completion"' "$suite" "$root"
  as_root cp "$one"/dist/*_linux_"$(dpkg --print-architecture)".deb "$root/root/travel.deb"
  as_root cp "$one"/dist/*_linux_"$(dpkg --print-architecture)".tar.gz "$root/root/travel.tar.gz"
  as_root cp .ci/installed.sh "$root/root"
  as_root unshare --mount --pid --uts --net --fork --kill-child sh -c '
    mount -t proc proc "$1/proc" && mount -t devpts -o ptmxmode=666,newinstance devpts "$1/dev/pts"
    ip link set lo up 2>/dev/null
    exec chroot "$1" /bin/bash /root/installed.sh "$2"' sh "$root" "$(stamp)"
}

# stamp is the version that the program is to say of itself.
stamp() {
  jq -r .version "$one/dist/metadata.json"
}

ssh-keygen -q -t ed25519 -N '' -C throwaway -f "$work/key"
for step in made_twice compiled_again archives packages from_aur signed installed; do
  "$step"
done
