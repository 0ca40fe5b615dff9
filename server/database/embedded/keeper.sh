# Holds PostgreSQL for as long as any Foyer process lives, and stops it cleanly when the last one is gone.
#
# Runs as the database's user with the `run` folder as working folder:
#   sh foyer-keeper.sh <postgres> <cluster> <pid of a running PostgreSQL, or empty> <PostgreSQL options>...
# Standard input is the read end of the pipe that every Foyer process holds open for writing. Nobody writes to it:
# reading ends exactly when its last holder is gone, even by `kill -9`.

postgres=$1 cluster=$2 adopted=$3
shift 3
# Marks of this keeper alone: one that is slow to leave must not be taken for the one that came after it.
leaving=leaving.$$ supervised=supervised.$$
rm -f "$leaving"
echo $$ >keeper.pid

# Is there nobody left to hold PostgreSQL for: has the keeper begun to leave, or been killed?
is_over() {
  [ -e "$leaving" ] || ! kill -0 $$ 2>/dev/null
}

# Starts PostgreSQL again when it dies under a running shop; gives up when it can't start ten times in a row.
supervise() {
  [ -z "$adopted" ] || while kill -0 "$adopted" 2>/dev/null; do sleep 0.2; done
  failures=0
  until is_over || [ $failures -ge 10 ]; do
    began=$(date +%s)
    "$postgres" -D "$cluster" "$@" </dev/null
    if [ $(($(date +%s) - began)) -gt 10 ]; then failures=0; else failures=$((failures + 1)); fi
    is_over || sleep 0.5
  done
  is_over || { : >gave-up && kill $$; }
  rm -f "$supervised"
}

: >"$supervised"
supervise "$@" 0<&- &
while read -r _; do :; done
# Closed before anything else: from here on a newcomer finds nobody at the pipe and starts the next keeper.
exec </dev/null
: >"$leaving"
while [ -e "$supervised" ]; do
  pid=
  read -r pid <"$cluster/postmaster.pid"
  [ -z "$pid" ] || kill -INT "$pid"
  sleep 0.1
done 2>/dev/null
rm -f "$leaving"
read -r last <keeper.pid
[ "$last" != $$ ] || rm -f keeper.pid
