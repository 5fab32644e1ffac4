package dev.pawl.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes and finds the control groups of agents. An agent has one within the group of its process,
/// and each of its jobs has one within that.
public final class Cgroups {

  private static final String PREFIX = "pawl-";
  private static final int MAX_DEPTH = 12;

  /// The fields of a line of `mountinfo`, without the optional ones: the root of the mount within
  /// the cgroup file system, and the mount point.
  private static final int MOUNT_ROOT = 3;

  private static final int MOUNT_POINT = 4;

  /// Makes the group of an agent; empty if this machine does not support or allow it.
  public static Optional<Cgroup> open(String token) {
    return own().filter(Cgroups::isOurs).flatMap(own -> make(own, PREFIX + token));
  }

  /// The groups of all agents whose token has this prefix.
  public static List<Cgroup> of(String token) {
    List<Cgroup> found = new ArrayList<>();
    mount().ifPresent(mount -> search(new Cgroup(mount.point()), PREFIX + token, 0, found));
    for (LimitController controller : LimitController.values()) {
      mountOld(controller.kernelName())
          .ifPresent(mount -> search(new Cgroup(mount.point()), PREFIX + token, 0, found));
    }
    return found;
  }

  /// Makes the group of an agent in the hierarchy of version 1 that has a controller; empty if
  /// there is none, or if the agent may not.
  static Optional<Cgroup> openOld(String controller, String token) {
    return mountOld(controller)
        .flatMap(mount -> ownPath(controller).flatMap(path -> seen(mount, path)))
        .filter(Cgroups::isOurs)
        .flatMap(own -> makeOld(own, PREFIX + token));
  }

  private static Optional<Cgroup> makeOld(Cgroup own, String name) {
    try {
      return Optional.of(own.create(name));
    } catch (IOException _) {
      return Optional.empty(); // not permitted
    }
  }

  /// A line is `4:cpu,cpuacct:/path`.
  private static Optional<Path> ownPath(String controller) {
    return lines("/proc/self/cgroup").stream()
        .map(line -> line.split(":", 3))
        .filter(fields -> fields.length == 3 && has(fields[1], controller))
        .map(fields -> Path.of(fields[2]))
        .findFirst();
  }

  private static Optional<Mount> mountOld(String controller) {
    return lines("/proc/self/mountinfo").stream()
        .filter(line -> line.contains(" - cgroup "))
        .filter(line -> has(line.substring(line.lastIndexOf(' ') + 1), controller))
        .map(Mount::of)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static boolean has(String list, String controller) {
    return List.of(list.split(",", -1)).contains(controller);
  }

  private static void search(Cgroup around, String prefix, int depth, List<Cgroup> found) {
    for (Cgroup group : around.children()) {
      if (group.directory().getFileName().toString().startsWith(prefix)) {
        found.add(group);
      } else if (depth < MAX_DEPTH) {
        search(group, prefix, depth + 1, found);
      }
    }
  }

  /// Moving a process also needs write access to the group that it comes from.
  private static boolean isOurs(Cgroup own) {
    return Files.isWritable(own.members());
  }

  private static Optional<Cgroup> make(Cgroup own, String name) {
    try {
      Cgroup made = own.create(name);
      if (Files.isWritable(made.directory().resolve("cgroup.kill")) && isDomain(made)) {
        return Optional.of(made);
      }
      boolean _ = made.killAndRemove();
    } catch (IOException _) {
      // Not permitted.
    }
    return Optional.empty();
  }

  /// Groups of other types hold threads, or no processes.
  private static boolean isDomain(Cgroup group) throws IOException {
    return Files.readString(group.directory().resolve("cgroup.type")).strip().equals("domain");
  }

  private record Mount(Path root, Path point) {

    static Optional<Mount> of(String line) {
      String[] fields = line.split(" ", -1);
      return fields.length > MOUNT_POINT
          ? Optional.of(new Mount(Path.of(fields[MOUNT_ROOT]), Path.of(fields[MOUNT_POINT])))
          : Optional.empty();
    }
  }

  private static Optional<Cgroup> own() {
    return mount().flatMap(mount -> ownPath().flatMap(path -> seen(mount, path)));
  }

  private static Optional<Cgroup> seen(Mount mount, Path path) {
    if (!path.startsWith(mount.root())) {
      return Optional.empty();
    }
    Path directory = mount.point().resolve(mount.root().relativize(path).toString());
    return Files.isDirectory(directory) ? Optional.of(new Cgroup(directory)) : Optional.empty();
  }

  private static Optional<Path> ownPath() {
    return lines("/proc/self/cgroup").stream()
        .filter(line -> line.startsWith("0::/"))
        .map(line -> Path.of(line.substring("0::".length())))
        .findFirst();
  }

  private static Optional<Mount> mount() {
    return lines("/proc/self/mountinfo").stream()
        .filter(line -> line.contains(" - cgroup2 "))
        .map(Mount::of)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (IOException _) {
      return List.of();
    }
  }

  private Cgroups() {}
}
