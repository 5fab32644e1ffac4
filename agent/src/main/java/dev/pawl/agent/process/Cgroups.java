package dev.pawl.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The control groups that this process may make: those within its own. An agent has one, and each
/// of its jobs one within that.
public final class Cgroups {

  private static final String PREFIX = "pawl-";
  private static final int DEEPEST = 12;

  /// Of a line of `mountinfo` without its optional fields: where in the file system of groups the
  /// mount begins, and where it is mounted.
  private static final int MOUNT_ROOT = 3;

  private static final int MOUNT_POINT = 4;

  /// Makes the group of an agent; none where this machine has none to make, or does not let us.
  public static Optional<Cgroup> open(String token) {
    return own().filter(Cgroups::isOurs).flatMap(own -> make(own, PREFIX + token));
  }

  /// Those of agents whose token begins so, whoever made them.
  public static List<Cgroup> of(String token) {
    List<Cgroup> found = new ArrayList<>();
    mount().ifPresent(mount -> search(new Cgroup(mount.point()), PREFIX + token, 0, found));
    return found;
  }

  private static void search(Cgroup around, String prefix, int depth, List<Cgroup> found) {
    for (Cgroup group : around.children()) {
      if (group.directory().getFileName().toString().startsWith(prefix)) {
        found.add(group);
      } else if (depth < DEEPEST) {
        search(group, prefix, depth + 1, found);
      }
    }
  }

  /// Who moves a process needs to be allowed to write where it comes from, too.
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
      // Not allowed.
    }
    return Optional.empty();
  }

  /// Others hold threads, or nothing at all.
  private static boolean isDomain(Cgroup group) throws IOException {
    return Files.readString(group.directory().resolve("cgroup.type")).strip().equals("domain");
  }

  private record Mount(Path root, Path point) {}

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
        .map(line -> line.split(" "))
        .filter(fields -> fields.length > MOUNT_POINT)
        .map(fields -> new Mount(Path.of(fields[MOUNT_ROOT]), Path.of(fields[MOUNT_POINT])))
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
