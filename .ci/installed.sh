#!/bin/bash
# installed.sh VERSION
#
# In a fresh Debian without a network, as root: a traveler unpacks the archive and does what its README
# says; then the package is installed, read, completed by TAB in three shells, and removed.
set -euo pipefail
version=$1
export LC_ALL=C.UTF-8 TERM=xterm-256color MANPAGER=cat PAGER=cat MANWIDTH=80
say() { printf '   %s\n' "$*"; }
fail() { echo "$*" >&2; exit 1; }

useradd --create-home --shell /bin/bash ada
as_ada() { runuser -u ada -- env -C /home/ada HOME=/home/ada "$@"; }

# expect WORDS COMMAND... runs the command, whose output has to hold the words.
expect() {
  local out words=$1
  shift
  out=$("$@" 2>&1) || { echo "$out"; fail "failed: $*"; }
  grep -qF -- "$words" <<<"$out" || { echo "$out"; fail "no \"$words\" in what this prints: $*"; }
}

# Every line of the archive's README that is for this system, in its order.
unpacked() {
  local lines
  as_ada mkdir archive
  as_ada tar -xz -C archive </root/travel.tar.gz
  lines=$(sed -n 's/^    //p' /home/ada/archive/README.txt | grep -vE '^(xattr|fpath)')
  as_ada bash -c "cd archive && set -e && $lines" >/tmp/log 2>&1 || { cat /tmp/log; fail "the README of the archive does not hold"; }
  expect /home/ada/.local/share/man/man1/travel.1 as_ada env PATH="/home/ada/.local/bin:$PATH" man -w travel
  say "the archive: $(wc -l <<<"$lines") lines of its README.txt were run"
  as_ada rm -rf archive .local .config .zsh .cache
}

installs() {
  dpkg -i /root/travel.deb >/tmp/log 2>&1 || { cat /tmp/log; fail "dpkg -i failed"; }
  [ "$(as_ada travel --version)" = "travel $version" ] || fail "travel --version is not $version"
  expect "travel-flights - Search" as_ada man travel flights
  expect "travel-flights-search - Search" as_ada man travel-flights-search
  expect "travel-flights-search - Search" as_ada man travel flights-search # man joins two words, never three
  mandb -q
  expect "travel-flights-search (1)" as_ada apropos travel
  expect "travel-filters" as_ada apropos -s 7 travel
  expect "DXB" as_ada travel flights search DXB LHR +30d
  expect "DXB" as_ada travel flights trip 1
  say "dpkg -i: travel --version is $version; man, apropos ($(apropos travel | wc -l) pages) and a first search work"
}

screen() { as_ada tmux -L tab capture-pane -p | sed '/^ *$/d'; }

# until_shown WORDS waits until the screen holds them.
until_shown() {
  for _ in $(seq 200); do
    ! screen | grep -qF -- "$1" || return 0
    sleep 0.1
  done
  screen
  fail "the screen does not show: $1"
}

# tab TYPED WORDS types, presses TAB twice, and waits for the words; no shell may complain.
tab() {
  as_ada tmux -L tab send-keys C-u
  as_ada tmux -L tab send-keys -R C-l
  as_ada tmux -L tab send-keys -l "$1"
  as_ada tmux -L tab send-keys Tab
  sleep 1
  as_ada tmux -L tab send-keys Tab
  until_shown "$2"
  ! screen | grep -iE 'not found|error|unbound|invalid' || fail "a shell complains"
}

# tabs NAME COMMAND... presses TAB in a shell.
tabs() {
  local name=$1
  shift
  as_ada tmux -L tab -f /dev/null new-session -d -x 120 -y 40 "$@"
  as_ada tmux -L tab send-keys -l 'echo rea""dy'
  as_ada tmux -L tab send-keys Enter
  until_shown ready
  tab 'travel flights sched' 'travel flights schedules'
  tab 'travel flights ' 'booking-link'
  tab 'travel flights search DXB LHR +30d --cab' '--cabin'
  as_ada tmux -L tab kill-server
  say "TAB in $name: a command, all commands of a noun, and a flag"
}

completes() {
  as_ada sh -c 'echo ". /usr/share/bash-completion/completions/travel" >.plain; echo "autoload -U compinit; compinit" >.zshrc'
  tabs "bash without the package bash-completion" bash --noprofile --rcfile /home/ada/.plain
  tabs "zsh" zsh
  tabs "fish" fish
  dpkg -i /root/bash-completion*.deb >/tmp/log 2>&1 || { cat /tmp/log; fail "bash-completion does not install"; }
  tabs "bash with it" bash --noprofile --rcfile /home/ada/.bashrc
}

removes() {
  local left
  dpkg -L travel >/tmp/list
  dpkg --purge travel >/tmp/log 2>&1 || { cat /tmp/log; fail "dpkg --purge failed"; }
  left=$(while read -r path; do [ ! -f "$path" ] || echo "$path"; done </tmp/list; find / -xdev -path /home -prune -o -path /root -prune -o -path /proc -prune -o -path /tmp -prune -o -name '*travel*' -print)
  [ -z "$left" ] || fail "left after removing: $left"
  say "dpkg --purge: nothing of $(wc -l </tmp/list) paths is left"
}

unpacked
installs
completes
removes
