# Holds PostgreSQL for as long as any Foyer process lives, and stops it cleanly when the last one is gone.
#
# Runs as the database's user with the `run` folder as working folder:
#   sh foyer-keeper.sh <postgres> <cluster> <pid of a running PostgreSQL, or empty> <"end" when that one must end first,
#   or empty> <PostgreSQL options>...
# Standard input is the read end of the pipe that every Foyer process holds open for writing. Nobody writes to it:
# reading ends exactly when its last holder is gone, even by `kill -9`.

postgres=$1 cluster=$2 adopted=$3 first=$4
shift 4
# Marks of this keeper alone: one that is slow to leave must not be taken for the one that came after it.
leaving=leaving.$$ supervised=supervised.$$ life=life.$$
rm -f "$leaving" "$life"
echo $$ >"keeper.pid.$$" && mv -f "keeper.pid.$$" keeper.pid

# Is this still the keeper, and no other has come after it? In the parts below, $$ is the keeper's number too.
is_current() {
  last=
  read -r last <keeper.pid
  [ "$last" = $$ ]
} 2>/dev/null

# Is there nobody left to hold PostgreSQL for: has the keeper begun to leave, or been killed?
is_over() {
  [ -e "$leaving" ] || ! kill -0 $$ 2>/dev/null || ! is_current
}

is_supervised() {
  [ -e "$supervised" ] && is_current
}

is_adopted_alive() {
  kill -0 "$adopted"
}

# Ends PostgreSQL for as long as the named test is true: kindly for 8 s; then at once, which is how a server ends that
# hangs, as one does that is asked while it recovers (it recovers again at its next start); at last by force.
end_postgres() {
  looks=0
  while "$1" && [ $looks -lt 180 ]; do
    pid=
    read -r pid <"$cluster/postmaster.pid"
    signal=INT
    [ $looks -lt 80 ] || signal=QUIT
    [ $looks -lt 150 ] || signal=KILL
    [ -z "$pid" ] || end_process "$pid" $signal
    looks=$((looks + 1))
    sleep 0.1
  done
} 2>/dev/null

# By force means its children too: one that hangs would keep the next PostgreSQL from starting.
end_process() {
  children=
  [ "$2" != KILL ] || children=$(cat "/proc/$1/task/$1/children" || ps -A -o ppid=,pid= | awk -v of="$1" '$1 == of { print $2 }')
  kill -s "$2" "$1" $children
}

# Starts PostgreSQL again when it dies under a running shop; gives up when it can't start ten times in a row.
supervise() {
  exec 0<&- 3>&-
  [ -z "$first" ] || end_postgres is_adopted_alive
  [ -n "$first" ] || [ -z "$adopted" ] || while is_adopted_alive 2>/dev/null; do sleep 1; done
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

# Waits for the end of the keeper. When that was killed, a Foyer that runs starts the next one within seconds; when none
# has come, there is nobody left, and PostgreSQL is ended here.
guard() {
  # Said here, because a shell keeps what it closes for a whole function.
  exec <"$life" 3>&-
  rm -f "$life"
  while read -r _; do :; done
  waits=0
  while [ $waits -lt 5 ] && sleep 1 && is_supervised; do waits=$((waits + 1)); done
  end_postgres is_supervised
}

: >"$supervised"
# Its only writer is the keeper, so that reading ends with the keeper's life. Both ways, because then opening waits for nobody.
mkfifo "$life" && exec 3<>"$life"
guard &
supervise "$@" &
while read -r _; do :; done
# Closed before anything else: from here on a newcomer finds nobody at the pipe and starts the next keeper.
exec </dev/null
: >"$leaving"
end_postgres is_supervised
rm -f "$leaving"
! is_current || rm -f keeper.pid
