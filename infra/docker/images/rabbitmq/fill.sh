#!/usr/bin/env bash
# Permits the user guest from other hosts, as in the public image.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# The user has the same ID as in the public image.
chroot "$ROOT" groupmod --gid 999 rabbitmq
chroot "$ROOT" usermod --uid 999 rabbitmq
chown -R 999:999 "$ROOT/var/lib/rabbitmq" "$ROOT/var/log/rabbitmq"
install -D -m 644 "$here/rabbitmq.conf" "$ROOT/etc/rabbitmq/rabbitmq.conf"
