#!/usr/bin/env bash
# Images for the cluster's own pods, as `docker save` writes them: images.sh <programs> <archive>
set -euo pipefail
PROGRAMS=$1 ARCHIVE=$2

# image <name> <program> <start>: nothing but a program.
image() {
  tar --create --directory "$(dirname "$2")" "$(basename "$2")" |
    docker import --change "ENTRYPOINT $3" - "archaka-kube/$1:1" >/dev/null
}

# Debian's catatonit is made for this, too: it waits and collects what has ended.
image pause "$(command -v catatonit)" '["/catatonit", "-P"]'
image coredns "$PROGRAMS/coredns/coredns" '["/coredns"]'
image metrics-server "$PROGRAMS/metrics-server/metrics-server" '["/metrics-server"]'
docker save --output "$ARCHIVE" archaka-kube/{pause,coredns,metrics-server}:1
