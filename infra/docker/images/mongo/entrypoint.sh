#!/bin/sh
# As the public image: options alone are mongod's.
case "${1:-}" in -*) set -- mongod "$@" ;; esac
exec "$@"
