#!/bin/sh
# As in the public image: without a program the options are those of mongod.
case "${1:-}" in -*) set -- mongod "$@" ;; esac
exec "$@"
