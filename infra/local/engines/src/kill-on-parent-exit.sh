# kill-on-parent-exit.sh <pid> <tenths>: ends the process group <pid> within <tenths> of a second after its standard input has closed.
# A line on standard input cancels that: the process has ended by itself.
trap '' HUP INT TERM
read -r released && exit 0
kill -TERM "$1"
tenths=0
while kill -0 "$1" && [ "$tenths" -lt "$2" ]; do
  sleep 0.1
  tenths=$((tenths + 1))
done
kill -KILL "-$1"
kill -KILL "$1"
