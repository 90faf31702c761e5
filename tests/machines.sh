#!/usr/bin/env bash
# Runs .ci/run of a clean clone on simulated machines: as root on Debian.
#
#   tests/machines.sh [option…] condition… [-- command…]    one run under all these conditions
#   tests/machines.sh --each [option…] [-- command…]        one run under each of them
#
#   plain            a clean clone in a scratch folder, without other conditions
#   one-core         all processes and containers share the time of one core
#   whole-chromium   Debian's whole chromium instead of its headless shell
#   both-chromiums   both
#   odd-path         the paths of the clone and of TMPDIR have a space and a Telugu letter
#   other-user       not root; packages that only root can install are present
#   offline          once normally, then a second time with only the loopback network
#
#   --working-tree   with uncommitted changes
#   --clone <dir>    in this clone, which has had a run: `offline` skips the first one
#   --keep           does not delete the clone
#
# After each run it prints a line with the conditions, the exit code, the minutes, and the last count of the tests.
# Packages installed by apt-get stay. It removes everything else: clones, the user and the control group.
set -uo pipefail

ROOT=$(cd "$(dirname "$0")/.." && pwd)
SELF=$ROOT/tests/machines.sh
# In the order of their setup: other-user preserves the settings of odd-path.
EACH=(plain one-core whole-chromium both-chromiums odd-path other-user offline)
WHOLE_BROWSERS=(chromium chromium-browser google-chrome google-chrome-stable)
HEADLESS_SHELLS=(chromium-headless-shell chrome-headless-shell)
USER_NAME=archaka-machines
GROUP=archaka-machines-$$

each= working_tree= clone= keep=
conditions=() options=() command=(.ci/run)

# Settings of the conditions.
scratch= name_of_clone=clone group= as_user=() user_made= offline= network=
hidden=("${WHOLE_BROWSERS[@]}")
job=

main() {
  read_arguments "$@"
  trap end EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  scratch=$(mktemp -d /tmp/machine-XXXXXX) && chmod 755 "$scratch"
  if [[ -n $each ]]; then run_each; else run_one; fi
}

read_arguments() {
  while (($# > 0)); do
    case $1 in
      --each) each=yes ;;
      --working-tree | --keep) declare -g "$(tr - _ <<<"${1#--}")=yes" && options+=("$1") ;;
      --clone) clone=$(cd "${2:?}" && pwd) && shift ;;
      --) shift && command=("$@") && break ;;
      *) [[ " ${EACH[*]} " == *" $1 "* ]] && conditions+=("$1") || fail "Unknown condition $1. Conditions: ${EACH[*]}." ;;
    esac
    shift
  done
  [[ $(id -u) == 0 && -e /etc/debian_version ]] || fail 'Only root on Debian can simulate these machines.'
  [[ -n $each || ${#conditions[@]} != 0 ]] || fail "Name conditions, or --each: ${EACH[*]}."
  [[ -z $each || -z $clone ]] || fail '--each creates a clone for each run: omit --clone.'
}

say() { echo "machines: $*"; }

fail() {
  say "$*" >&2
  exit 2
}

run_each() {
  local condition
  export MACHINES_TABLE=$scratch/table
  for condition in "${EACH[@]}"; do
    "$SELF" "${options[@]}" "$condition" -- "${command[@]}" &
    job=$!
    wait "$job"
    job=
  done
  cat "$MACHINES_TABLE"
  ! grep --quiet --invert-match ' exit 0 ' "$MACHINES_TABLE"
}

run_one() {
  local condition
  for condition in "${EACH[@]}"; do
    [[ " ${conditions[*]} " != *" $condition "* ]] || "$condition"
  done
  if [[ -z $clone ]]; then
    make_clone
    [[ -z $offline ]] || run_and_tell "${conditions[*]}: before" || return
  fi
  [[ -z $offline ]] || network=--net
  run_and_tell "${conditions[*]}"
}

# Each condition by its name.

plain() { :; }

one-core() {
  if [[ -e /sys/fs/cgroup/cgroup.controllers ]]; then
    group=/sys/fs/cgroup/$GROUP
    mkdir "$group" && echo +cpu >/sys/fs/cgroup/cgroup.subtree_control && echo '100000 100000' >"$group/cpu.max"
  else
    group=/sys/fs/cgroup/cpu/$GROUP
    mkdir "$group" && cat "$group/cpu.cfs_period_us" >"$group/cpu.cfs_quota_us"
  fi && mkdir "$group/run" || fail 'This machine has no control group for the processor.'
  export DOCKER_CGROUP_PARENT=/$GROUP/docker
}

whole-chromium() {
  need chromium chromium
  hidden=("${HEADLESS_SHELLS[@]}")
}

both-chromiums() {
  need chromium chromium
  need chromium-headless-shell chromium-headless-shell
  hidden=()
}

# Passes only the network's variables of root's environment.
other-user() {
  need rabbitmq-server rabbitmq-server
  need promtool prometheus
  need chromium-headless-shell chromium-headless-shell
  need /usr/bin/pip3 python3-pip
  id "$USER_NAME" >/dev/null 2>&1 || { useradd --create-home --shell /bin/bash "$USER_NAME" && user_made=yes; }
  local home path=/usr/local/bin:/usr/bin:/bin program variables
  home=$(getent passwd "$USER_NAME" | cut -d: -f6)
  for program in node go; do path+=:$(dirname "$(type -P "$program")"); done
  mapfile -t variables < <(env | grep -iE '^[a-z_0-9]*((CA|CERTS?|SSL)(_[a-z_0-9]*)?|_proxy|ENGINE_CACHE|LANG|TMPDIR)=')
  as_user=(setpriv "--reuid=$USER_NAME" "--regid=$USER_NAME" --init-groups
    env --ignore-environment "${variables[@]}" "HOME=$home" "USER=$USER_NAME" "PATH=$path")
}

odd-path() {
  name_of_clone='an odd తె clone'
  export TMPDIR=$scratch/'odd తె files'
  mkdir -m 1777 "$TMPDIR"
}

offline() { offline=yes; }

# need <program> <package>
need() {
  type -P "$1" >/dev/null && return
  say "Installing $2, which is not removed afterwards …"
  { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends "$2"; } >"$scratch/apt.log" 2>&1 ||
    fail "apt-get cannot install $2: $(tail -n 1 "$scratch/apt.log")"
}

make_clone() {
  clone=$scratch/$name_of_clone
  # Without shared objects, since the clone may change its owner.
  git clone --quiet --no-hardlinks "$ROOT" "$clone" || fail 'Cloning HEAD failed.'
  [[ -z $working_tree ]] || add_working_tree
  [[ ${#as_user[@]} == 0 ]] || chown -R "$USER_NAME:" "$clone"
}

add_working_tree() {
  git -C "$ROOT" diff --binary HEAD | git -C "$clone" apply --allow-empty
  git -C "$ROOT" ls-files -z --others --exclude-standard |
    tar -C "$ROOT" --create --null --files-from - | tar -C "$clone" --extract
  git -C "$clone" add --all
  git -C "$clone" -c user.name=machines -c user.email=machines@localhost commit --quiet --message 'The working tree'
}

run_and_tell() {
  local name=$1 log=$scratch/log started=$SECONDS code tenths line
  say "$name: ${command[*]} in $clone"
  : >"$log"
  # In the background with wait, so that a signal is received at once and forwarded.
  enter >"$log" 2>&1 &
  job=$!
  tail --lines=+1 --follow --pid="$job" "$log" &
  wait "$job"
  code=$?
  job=
  wait
  tenths=$(((SECONDS - started) / 6))
  printf -v line '%-28s exit %d  %3d.%d min  %s' "$name" "$code" $((tenths / 10)) $((tenths % 10)) \
    "$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)"
  tee --append "${MACHINES_TABLE:-/dev/null}" <<<"$line"
  return "$code"
}

# Executes the command under the conditions.
enter() {
  [[ -z $group ]] || echo "$BASHPID" >"$group/run/cgroup.procs"
  exec unshare --mount $network bash -c \
    "$(declare -f inside); $(declare -p scratch hidden network clone as_user command); inside"
}

# In separate namespaces: hides programs behind a file that is not executable, for this run only.
inside() {
  local program
  [[ -z $network ]] || ip link set lo up
  touch "$scratch/hidden"
  [[ ${#hidden[@]} == 0 ]] || type -aP "${hidden[@]}" | while read -r program; do
    mount --bind "$scratch/hidden" "$program"
  done
  cd "$clone" && exec "${as_user[@]}" "${command[@]}"
}

end() {
  trap '' INT TERM HUP
  [[ -z $job ]] || { say 'Ending the run …' && kill -TERM "$job" && wait; } 2>/dev/null
  [[ -z $group ]] || find /sys/fs/cgroup -depth -type d -path "*/$GROUP*" -exec rmdir {} +
  [[ -z $user_made ]] || { pkill -KILL -u "$USER_NAME" && sleep 1; userdel --remove "$USER_NAME" 2>/dev/null; }
  if [[ -n $keep ]]; then say "Not deleted: $scratch"; else rm -rf "$scratch"; fi
}

main "$@"
