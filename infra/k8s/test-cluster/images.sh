#!/usr/bin/env bash
# Saves images for the cluster's own pods by `docker save`: images.sh <programs> <archive>
set -euo pipefail
PROGRAMS=$1 ARCHIVE=$2

# image <name> <program> <start>: builds an image that contains only a program.
image() {
  tar --create --directory "$(dirname "$2")" "$(basename "$2")" |
    docker import --change "ENTRYPOINT $3" - "archaka-kube/$1:1" >/dev/null
}

# Debian's catatonit supports this use: it waits and reaps ended processes.
image pause "$(command -v catatonit)" '["/catatonit", "-P"]'
image coredns "$PROGRAMS/coredns/coredns" '["/coredns"]'
image metrics-server "$PROGRAMS/metrics-server/metrics-server" '["/metrics-server"]'
docker save --output "$ARCHIVE" archaka-kube/{pause,coredns,metrics-server}:1
