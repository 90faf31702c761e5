# run <log> <command>…: starts a process of the cluster in the background; sourced.
run() {
  local log=$1
  shift
  "$@" >"$CLUSTER/logs/$log" 2>&1 &
}
