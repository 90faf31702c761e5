# The addresses of the cluster; sourced.
DEVICE=archaka-kube
# Between this machine and the cluster.
OUTSIDE=10.99.255.1 INSIDE=10.99.255.2
# The whole network and the control plane. Node n has the address 10.99.0.(10 + n), its pods 10.99.(64 + n).0/24.
NETWORK=10.99.0.0/17
NODES_NETWORK=10.99.0 CONTROL_PLANE=10.99.0.1
PODS_NETWORK=10.99.64.0/18
SERVICES_NETWORK=10.96.0.0/16 API_SERVICE=10.96.0.1 DNS_SERVICE=10.96.0.10
node_address() { echo "$NODES_NETWORK.$((10 + $1))"; }
node_pods() { echo "10.99.$((64 + $1)).0/24"; }
