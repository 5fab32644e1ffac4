package dev.pawl.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/// Somebody else whose processes a job's processes are to be.
///
/// @param home where it is at home, by the system's own record; may not exist
public record SystemUser(String name, int uid, int gid, Path home) {

  private static final int FIELDS = 7;

  /// Looks somebody up, wherever this machine keeps its users.
  ///
  /// @throws CannotLaunch if there is nobody of that name
  public static SystemUser named(String name) throws LaunchException, InterruptedException {
    return find(name)
        .orElseThrow(
            () -> new LaunchException("there is no user '%s' on this machine".formatted(name)));
  }

  /// As [#named], where there may be nobody.
  ///
  /// @throws CannotLaunch if it cannot be told
  public static Optional<SystemUser> find(String name)
      throws LaunchException, InterruptedException {
    return find(name, "getent");
  }

  /// @param getent what looks users up
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
      return Optional.of(new SystemUser(fields[0], uid, gid, Path.of(fields[5])));
    } catch (IOException | NumberFormatException e) {
      throw new LaunchException(
          "the user '%s' cannot be looked up: %s; is %s installed?"
              .formatted(name, String.valueOf(e.getMessage()).strip(), getent));
    }
  }

  /// Gives something to the user, not what it leads to.
  public void giveOwnership(Path path) throws IOException {
    Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
  }

  /// The first directory on the way to `path` that does not let the user pass, if there is one.
  public Optional<Path> inaccessibleParent(Path path) throws IOException {
    for (Path part = path.getRoot(), rest = path.toAbsolutePath(); part != null; ) {
      if (!mayPass(part)) {
        return Optional.of(part);
      }
      int depth = part.getNameCount();
      part =
          depth < rest.getNameCount() ? rest.getRoot().resolve(rest.subpath(0, depth + 1)) : null;
    }
    return Optional.empty();
  }

  /// By the permissions that the path shows; groups beside the user's first one are not looked at.
  private boolean mayPass(Path directory) throws IOException {
    Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(directory);
    if (Files.getAttribute(directory, "unix:uid").equals(uid)) {
      return allowed.contains(PosixFilePermission.OWNER_EXECUTE);
    }
    if (Files.getAttribute(directory, "unix:gid").equals(gid)) {
      return allowed.contains(PosixFilePermission.GROUP_EXECUTE);
    }
    return allowed.contains(PosixFilePermission.OTHERS_EXECUTE);
  }

  /// Whether there is a home that the user can enter and has for itself.
  boolean isAtHome() {
    try {
      return Files.isDirectory(home)
          && Files.getAttribute(home, "unix:uid").equals(uid)
          && inaccessibleParent(home).isEmpty();
    } catch (IOException _) {
      return false;
    }
  }

  /// Where the user is at home in a job.
  ///
  /// @param otherwise used where there is no home
  public Path homeOr(Path otherwise) {
    return isAtHome() ? home : otherwise;
  }
}
