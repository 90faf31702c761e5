#!/usr/bin/env bash
# Opens Debian's RabbitMQ in $ROOT to guests from other hosts, as the public image is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# Its user has the number that it has in the public image.
chroot "$ROOT" groupmod --gid 999 rabbitmq
chroot "$ROOT" usermod --uid 999 rabbitmq
chown -R 999:999 "$ROOT/var/lib/rabbitmq" "$ROOT/var/log/rabbitmq"
install -D -m 644 "$here/rabbitmq.conf" "$ROOT/etc/rabbitmq/rabbitmq.conf"
