# Makes the private places of a job in the namespaces that `unshare` has just made, and holds them until its input ends.
# Arguments: `user` or `root`; the agent's directory; the job's; the tool cache; the slot's layer of it; the agent's home.
set -e
mode=$1 agent=$2 job=$3 tools=$4 layer=$5 home=$6
read -r pid _ </proc/self/stat
# What is held open stays reachable when something is mounted above it.
cd "$job"
exec 3<"$tools" 4<"$layer"
tmpfs() { mount -t tmpfs -o nosuid,nodev,"$1" tmpfs "$2"; }
if [ "$mode" = user ]; then
  mount -t proc proc /proc
else
  # Other users' processes are not listed, where the kernel has that.
  mount -t proc -o hidepid=2 proc /proc || :
fi
[ ! -d /dev/shm ] || tmpfs mode=1777 /dev/shm
mount -c --bind ./tmp /tmp
mount -c --bind ./var-tmp /var/tmp
[ ! -f passwd ] || mount -c --bind ./passwd /etc/passwd
[ ! -f group ] || mount -c --bind ./group /etc/group
if [ "$mode" = user ]; then
  # The same user could leave its control group, ask its own service manager, or change its own home.
  while read -r _ point type _; do
    case $type in
      cgroup | cgroup2) mount -o remount,bind,ro "$point" || : ;;
    esac
  done </proc/mounts
  [ ! -d /run/user ] || tmpfs mode=755 /run/user
  if [ -d "$home" ] && [ "$home" != / ]; then
    mount --bind "$home" "$home"
    mount -o remount,bind,ro "$home"
  fi
  [ ! -d "$agent" ] || tmpfs mode=755 "$agent"
fi
[ . -ef "$job" ] || { mkdir -p "$job"; mount -c --bind . "$job"; }
if [ "$mode" = user ] && [ -d control ]; then
  # The same user could replace the files that the agent opens with its own sight of the machine.
  mount --bind "$job/control" "$job/control"
  mount -o remount,bind,ro "$job/control"
fi
mkdir -p "$tools"
mount -c -t overlay -o lowerdir=/proc/self/fd/3,upperdir=/proc/self/fd/4/upper,workdir=/proc/self/fd/4/work overlay "$tools" 2>/dev/null ||
  mount -c --bind /proc/self/fd/4/upper "$tools"
exec 3<&- 4<&-
# By the directory of this process a job would get to those that are hidden.
cd /
echo "ready $pid"
# The kernel removes the processes that come to it as orphans.
trap '' CHLD
[ "$mode" != user ] || exec setpriv --ambient-caps=-all --inh-caps=-all --bounding-set=-all cat
exec cat
