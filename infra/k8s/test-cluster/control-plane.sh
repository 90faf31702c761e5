#!/usr/bin/env bash
# The first process of the cluster in its own namespaces: runs the control plane, and the nodes as its children.
set -euo pipefail
source "$HERE/addresses.sh"
source "$HERE/run.sh"
PATH=$PROGRAMS/kubernetes:$PATH
PKI=$CLUSTER/pki KUBECTL=(kubectl --kubeconfig "$CLUSTER/pki/admin.kubeconfig")
unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY

main() {
  hostname control-plane
  mount -t tmpfs tmpfs /run
  mkdir -p /run/netns /run/lock
  start_network
  run etcd etcd --data-dir /run/etcd --listen-client-urls http://127.0.0.1:2379 \
    --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380
  start_api_server
  run controller-manager kube-controller-manager --kubeconfig "$PKI/controller-manager.kubeconfig" --leader-elect=false \
    --use-service-account-credentials --service-account-private-key-file "$PKI/service-accounts.key" \
    --root-ca-file "$PKI/ca.crt" --cluster-cidr "$PODS_NETWORK" --allocate-node-cidrs=false \
    --horizontal-pod-autoscaler-sync-period 5s --horizontal-pod-autoscaler-cpu-initialization-period 30s
  run scheduler kube-scheduler --kubeconfig "$PKI/scheduler.kubeconfig" --leader-elect=false
  for node in $(seq "$NODES"); do start_node "$node"; done
  parts=$(count_running)
  "${KUBECTL[@]}" apply --filename "$HERE/manifests"
  wait_for_nodes
  touch "$CLUSTER/ready"
  # The cluster ends with any of its processes instead of running incompletely.
  wait -n
  echo 'A process of the control plane has ended.' && exit 1
}

start_network() {
  ip link set lo up
  sysctl -qw net.ipv4.ip_forward=1
  ip link add nodes type bridge
  ip address add "$CONTROL_PLANE/24" dev nodes
  ip link set nodes up
  until ip link show uplink >/dev/null 2>&1; do sleep 0.1; done
  ip address add "$INSIDE/30" dev uplink
  ip link set uplink up
}

start_api_server() {
  run api-server kube-apiserver --etcd-servers http://127.0.0.1:2379 --bind-address "$CONTROL_PLANE" \
    --advertise-address "$CONTROL_PLANE" --secure-port 6443 --service-cluster-ip-range "$SERVICES_NETWORK" \
    --authorization-mode Node,RBAC --allow-privileged --client-ca-file "$PKI/ca.crt" \
    --tls-cert-file "$PKI/api-server.crt" --tls-private-key-file "$PKI/api-server.key" \
    --service-account-issuer https://kubernetes.default.svc --service-account-key-file "$PKI/service-accounts.pub" \
    --service-account-signing-key-file "$PKI/service-accounts.key" \
    --kubelet-client-certificate "$PKI/api-server-to-kubelets.crt" \
    --kubelet-client-key "$PKI/api-server-to-kubelets.key" --kubelet-preferred-address-types InternalIP \
    --requestheader-client-ca-file "$PKI/ca.crt" --requestheader-allowed-names front-proxy \
    --requestheader-extra-headers-prefix X-Remote-Extra- --requestheader-group-headers X-Remote-Group \
    --requestheader-username-headers X-Remote-User --proxy-client-cert-file "$PKI/front-proxy.crt" \
    --proxy-client-key-file "$PKI/front-proxy.key" --enable-aggregator-routing
  until [[ $("${KUBECTL[@]}" get --raw /readyz 2>/dev/null) == ok ]]; do sleep 0.5; done
}

# Creates a network for the node with a device on the bridge, and starts the first process of the node's namespaces in it.
start_node() {
  local name=node-$1 network=/run/netns/node-$1
  ip netns add "$name"
  ip link add "$name" type veth peer name eth0 netns "$name"
  ip link set "$name" master nodes up
  ip -n "$name" address add "$(node_address "$1")/24" dev eth0
  ip -n "$name" link set eth0 up
  ip -n "$name" link set lo up
  ip -n "$name" route add default via "$CONTROL_PLANE"
  ip route add "$(node_pods "$1")" via "$(node_address "$1")"
  run "$name" nsenter --net="$network" setpriv --pdeathsig KILL \
    unshare --mount --uts --ipc --pid --fork --kill-child=KILL --mount-proc bash "$HERE/node.sh" "$1"
}

count_running() { jobs -rp | wc -l; }

wait_for_nodes() {
  until [[ $("${KUBECTL[@]}" get nodes --no-headers 2>/dev/null | grep -cw Ready) == "$NODES" ]]; do
    [[ $(count_running) == "$parts" ]] || { tail -n 2 "$CLUSTER"/logs/* && exit 1; }
    sleep 0.5
  done
}

main
