#!/usr/bin/env bash
# Runs a real Kubernetes on this machine, for tests: cluster.sh <programs> <folder> [<nodes>]
# <programs>: the folder of build.sh. <folder>: all files of the cluster; contains `kubeconfig` when the nodes are ready.
# <folder>/images/*.tar: images for the nodes, as `docker save` writes them.
# It runs until a signal. All its processes, networks and mounts are in namespaces whose first process ends with this
# one for any reason, so that no process, mount or packet filter outlives it.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
PROGRAMS=$(realpath "$1") CLUSTER=$(realpath "$2") NODES=${3:-2}
export PROGRAMS CLUSTER NODES HERE
source "$HERE/addresses.sh"

main() {
  [[ $(id -u) == 0 ]] || fail 'Only root can start a cluster.'
  exec 9>"/run/lock/$DEVICE" && flock --nonblock 9 || fail 'A cluster of this kind runs already.'
  mkdir -p "$CLUSTER/logs" "$CLUSTER/pki" "$CLUSTER/volumes/"{1,2,3}
  # Pods write there as different users.
  chmod 777 "$CLUSTER/volumes/"*
  trap end EXIT
  trap 'exit 143' TERM
  trap 'exit 130' INT HUP
  remove_traces
  "$HERE/certificates.sh" "$CLUSTER/pki"
  make_cgroups
  setpriv --pdeathsig KILL unshare --net --mount --uts --ipc --pid --fork --kill-child=KILL --mount-proc \
    bash "$HERE/control-plane.sh" >"$CLUSTER/logs/cluster" 2>&1 9>&- &
  cluster=$!
  connect
  write_kubeconfig
  wait "$cluster" || fail "The cluster has ended: $(tail -n 5 "$CLUSTER/logs/cluster")"
}

fail() {
  echo "$1" >&2
  exit 1
}

# Creates a pair of devices, one of them in the cluster's network; both are removed with that network.
connect() {
  local inside
  until inside=$(pgrep -P "$cluster"); do
    kill -0 "$cluster" 2>/dev/null || fail "$(cat "$CLUSTER/logs/cluster")"
    sleep 0.1
  done
  ip link add "$DEVICE" type veth peer name uplink netns "$inside"
  ip address add "$OUTSIDE/30" dev "$DEVICE"
  ip link set "$DEVICE" up
  ip route add "$NETWORK" via "$INSIDE"
}

write_kubeconfig() {
  until [[ -e $CLUSTER/ready ]]; do
    kill -0 "$cluster" 2>/dev/null || fail "$(tail -n 20 "$CLUSTER/logs/cluster")"
    sleep 0.2
  done
  mv "$CLUSTER/pki/admin.kubeconfig" "$CLUSTER/kubeconfig"
  echo "KUBECONFIG=$CLUSTER/kubeconfig"
}

# Control groups have no namespaces that remove them: each node has separate groups, which are removed at the end.
make_cgroups() {
  local root node
  for root in $(cgroup_roots); do
    for node in $(seq "$NODES"); do
      mkdir -p "$root/$DEVICE/node-$node"
      [[ ! -e $root/cpuset.mems ]] || copy_cpuset "$root" "$root/$DEVICE" "$root/$DEVICE/node-$node"
    done
  done
}

copy_cpuset() {
  local source=$1 file target
  shift
  for target; do
    for file in cpuset.cpus cpuset.mems; do cat "$source/$file" >"$target/$file"; done
  done
}

cgroup_roots() { awk '$3 ~ /^cgroup2?$/ { print $2 }' /proc/mounts; }

# The kernel would also remove these, but only after the last orphaned connection has timed out.
remove_traces() {
  local root
  ip link delete "$DEVICE" 2>/dev/null || true
  for root in $(cgroup_roots); do
    [[ ! -d $root/$DEVICE ]] || find "$root/$DEVICE" -depth -type d -exec rmdir {} \; 2>/dev/null || true
  done
}

has_cgroups() {
  local root
  for root in $(cgroup_roots); do [[ ! -d $root/$DEVICE ]] || return 0; done
  return 1
}

end() {
  trap '' INT TERM HUP
  [[ -z $cluster ]] || kill -KILL "$cluster" 2>/dev/null || true
  wait || true
  for _ in {1..100}; do
    remove_traces
    has_cgroups || break
    sleep 0.1
  done
  rm -rf "$CLUSTER/nodes" "$CLUSTER/volumes" "$CLUSTER/pki" "$CLUSTER/kubeconfig" "$CLUSTER/ready"
}

cluster=
main
