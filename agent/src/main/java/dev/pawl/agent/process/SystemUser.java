package dev.pawl.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A user of this machine that jobs can run as.
///
/// @param home the home directory in the user database; may not exist
/// @param isListed whether the machine's user database has it
public record SystemUser(String name, int uid, int gid, Path home, boolean isListed) {

  private static final int FIELDS = 7;

  /// Whether this process is root's, which may have any name, or none.
  public static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException e) {
      throw new UncheckedIOException("/proc cannot be read", e);
    }
  }

  /// Looks up a user in the machine's user database.
  ///
  /// @throws LaunchException if there is no such user
  public static SystemUser named(String name) throws LaunchException, InterruptedException {
    return find(name)
        .orElseThrow(
            () -> new LaunchException("user '%s' does not exist on this machine".formatted(name)));
  }

  /// A user that is only a number: no entry of the user database, no groups, no home.
  public static SystemUser numbered(int uid) {
    return new SystemUser("pawl-" + uid, uid, uid, Path.of("/nonexistent"), false);
  }

  /// Looks up a user that may not exist, by its name or its number.
  ///
  /// @throws LaunchException if the lookup fails
  public static Optional<SystemUser> find(String name)
      throws LaunchException, InterruptedException {
    return find(name, "getent");
  }

  /// @param getent the program that looks up users
  static Optional<SystemUser> find(String name, String getent)
      throws LaunchException, InterruptedException {
    if (name.isEmpty() || name.startsWith("-")) {
      return Optional.empty();
    }
    try {
      Process asked = new ProcessBuilder(getent, "passwd", name).start();
      String line = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String[] fields = line.strip().split(":", -1);
      if (asked.waitFor() != 0 || fields.length < FIELDS) {
        return Optional.empty();
      }
      int uid = Integer.parseUnsignedInt(fields[2]);
      int gid = Integer.parseUnsignedInt(fields[3]);
      return Optional.of(new SystemUser(fields[0], uid, gid, Path.of(fields[5]), true));
    } catch (IOException | NumberFormatException e) {
      throw new LaunchException(
          "user '%s' cannot be looked up: %s. Is '%s' installed?"
              .formatted(name, String.valueOf(e.getMessage()).strip(), getent));
    }
  }

  /// Tries to run a program as this user, without new privileges.
  ///
  /// @return why that does not work; empty if it does
  public Optional<String> problem() throws InterruptedException {
    List<String> line = new ArrayList<>(credentials());
    line.addAll(List.of("--no-new-privs", "true"));
    return ProgramTrial.problem(line);
  }

  /// Kills all processes of the user, which must be a user for jobs alone. The kernel finds them
  /// all at once: a search would not find a process that forks again and again.
  public void killAll() throws InterruptedException {
    if (uid == 0) {
      throw new IllegalStateException("root is no user for jobs alone");
    }
    List<String> line = new ArrayList<>(credentials());
    line.addAll(List.of("--", "/bin/sh", "-c", "kill -s KILL -- -1"));
    Optional<String> _ = ProgramTrial.problem(line); // fails also if there was none
  }

  /// The command that changes to this user, to be continued with a command.
  List<String> credentials() {
    return List.of(
        "setpriv",
        "--reuid=" + uid,
        "--regid=" + gid,
        isListed ? "--init-groups" : "--clear-groups",
        "--inh-caps=-all");
  }

  /// Makes the user the owner of a file or directory. Links are not followed.
  public void giveOwnership(Path path) throws IOException {
    Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
  }

  /// The first directory of the path that the user cannot enter, if there is one.
  public Optional<Path> inaccessibleParent(Path path) throws IOException {
    for (Path part = path.getRoot(), rest = path.toAbsolutePath(); part != null; ) {
      if (!mayEnter(part)) {
        return Optional.of(part);
      }
      int depth = part.getNameCount();
      part =
          depth < rest.getNameCount() ? rest.getRoot().resolve(rest.subpath(0, depth + 1)) : null;
    }
    return Optional.empty();
  }

  /// Decided by the permissions of the directory; of the user's groups only the first is checked.
  private boolean mayEnter(Path directory) throws IOException {
    Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(directory);
    if (Files.getAttribute(directory, "unix:uid").equals(uid)) {
      return allowed.contains(PosixFilePermission.OWNER_EXECUTE);
    }
    if (Files.getAttribute(directory, "unix:gid").equals(gid)) {
      return allowed.contains(PosixFilePermission.GROUP_EXECUTE);
    }
    return allowed.contains(PosixFilePermission.OTHERS_EXECUTE);
  }

  /// Whether the home directory exists, belongs to the user, and can be entered.
  boolean hasHome() {
    try {
      return Files.isDirectory(home)
          && Files.getAttribute(home, "unix:uid").equals(uid)
          && inaccessibleParent(home).isEmpty();
    } catch (IOException _) {
      return false;
    }
  }

  /// The home directory in a job.
  ///
  /// @param otherwise used if the user has no usable home directory
  public Path homeOr(Path otherwise) {
    return hasHome() ? home : otherwise;
  }
}
