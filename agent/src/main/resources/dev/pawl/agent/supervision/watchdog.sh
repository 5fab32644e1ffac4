# The watchdog of an agent. Its arguments are the agent's marker and its control group, which may be empty.
#
# Reads lines until the agent's process is gone, each about a job: "+session" for a session that was opened, "-session"
# for one that was closed, "=session" for one in which processes are left, "@time" for its fence, in hundredths of a
# second, "." to call that off, and "!" for the end of the job. "?" is answered, when all lines before it were handled,
# by the number of the job and a dot. A line with a path is about no job but names another control group to be removed at
# the end. Prints the number of a job before it kills that job's processes. It searches until nothing is found, because a
# process may fork while it is being killed.
trap '' INT TERM HUP QUIT
token=$1
group=$2
open=' '
left=' '
timers=' '
groups=
uptime() {
  read -r now idle </proc/uptime
  now=${now%.*}${now#*.}
  while [ "${now#0?}" != "$now" ]; do now=${now#0}; done
}
in_sessions() {
  [ "$wanted" != ' ' ] || return 0
  for file in /proc/[0-9]*/stat; do
    read -r stat <"$file" || continue
    set -- ${stat##*) }
    case $1$wanted in Z*) ;; *" $4 "*) echo "$file" ;; esac
  done
}
kill_sessions() {
  wanted=' '
  for entry in $open; do
    case $entry in
      */$1) wanted="$wanted${entry%/*} "; kill -s KILL -- "-${entry%/*}" 2>/dev/null ;;
    esac
  done
  for entry in $left; do
    # A living leader has been given the number of a session that is gone.
    case $entry in
      */$1) [ -e "/proc/${entry%/*}" ] || wanted="$wanted${entry%/*} " ;;
    esac
  done
  sweeps=0
}
sweep() {
  [ -d "$2" ] && echo 1 >"$2/cgroup.kill"
  found=$(grep -lsF -- "$1" /proc/[0-9]*/environ 2>/dev/null; in_sessions 2>/dev/null)
  for file in $found; do
    pid=${file#/proc/}
    kill -s KILL "${pid%/*}" 2>/dev/null
  done
  sweeps=$((sweeps + 1))
  [ $sweeps -lt 100 ]
}
fence() {
  uptime
  while [ "$now" -lt "$1" ]; do
    rest=$(($1 - now))
    part=$((100 + rest % 100))
    [ $rest -gt 200 ] && pause=2 || pause=$((rest / 100)).${part#1}
    sleep "$pause" >/dev/null || sleep 1 >/dev/null
    uptime
  done
  echo "$2"
  kill_sessions "$2"
  while sweep "$token-$2." "$group/job-$2" && [ -n "$found" ]; do :; done
}
stop_timers() {
  for entry in $timers; do
    case $entry in
      */$1)
        kill -s KILL "${entry%%/*}" 2>/dev/null
        wait "${entry%%/*}" 2>/dev/null
        timers="${timers%% $entry *} ${timers#* $entry }"
        ;;
    esac
  done
}
start_timer() {
  stop_timers "$2"
  fence "$1" "$2" &
  timers="$timers$!/$1/$2 "
}
update_timer() {
  uptime
  for entry in $timers; do
    at=${entry#*/}
    at=${at%/*}
    # A timer that is over may have been followed by hooks.
    case $entry in
      */$1) [ "$at" -gt "$now" ] && start_timer "$at" "$1" ;;
    esac
  done
}
# Sets $kept to the entries of $1 that are not of job $2.
without_job() {
  kept=' '
  for entry in $1; do
    case $entry in
      */$2) ;;
      *) kept="$kept$entry " ;;
    esac
  done
}
remove() {
  for inner in "$1"/*/; do [ -d "$inner" ] && remove "${inner%/}"; done
  rmdir "$1" 2>/dev/null
}
while read -r word job; do
  value=${word#?}
  entry=$value/$job
  case $word in
    +*) open="$open$entry "; update_timer "$job" ;;
    -*) open="${open%% $entry *} ${open#* $entry }"; update_timer "$job" ;;
    =*) left="$left$entry "; update_timer "$job" ;;
    @*) start_timer "$value" "$job" ;;
    .) stop_timers "$job" ;;
  '?') echo "$job." ;;
  '!')
    stop_timers "$job"
    without_job "$open" "$job"
    open=$kept
    without_job "$left" "$job"
    left=$kept
    ;;
    /*) groups="$groups $word" ;;
  esac
done
stop_timers '*'
kill_sessions '*'
while sweep "$token" "$group"; do
  [ -d "$group" ] && remove "$group"
  for other in $groups; do
    remove "$other"
    [ -d "$other" ] && found=$other
  done
  [ -n "$found" ] || [ -d "$group" ] || exit 0
done
