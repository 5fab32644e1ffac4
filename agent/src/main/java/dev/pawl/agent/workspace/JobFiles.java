package dev.pawl.agent.workspace;

import dev.pawl.agent.isolation.JobSlot;
import dev.pawl.agent.process.SystemUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

/// Makes the directories of a job, with the rights that its user needs and nobody else has.
record JobFiles(JobSlot slot) {

  private static final String PRIVATE = "rwx------";

  /// Makes the agent's directory that holds those of all jobs, unless it exists.
  Path makeParent(Path path) throws IOException {
    return makeOwn(path, slot.user().isPresent() ? "rwx--x--x" : PRIVATE);
  }

  /// Makes the agent's directory for one job, which the job's user can enter and not list.
  ///
  /// @throws IOException also if the user cannot get there
  Path makeEntrance(Path path) throws IOException {
    if (slot.user().isEmpty()) {
      return makeOwn(path, PRIVATE);
    }
    SystemUser user = slot.user().get();
    Path made = makeOwn(path, slot.isApart() ? "rwx--x---" : "rwx--x--x");
    Files.setAttribute(made, "unix:gid", user.gid());
    Optional<Path> closed = user.inaccessibleParent(made);
    if (closed.isPresent()) {
      throw new IOException("the user '%s' cannot enter %s".formatted(user.name(), closed.get()));
    }
    return made;
  }

  private static Path makeOwn(Path path, String permissions) throws IOException {
    if (!Files.isDirectory(path)) {
      Files.createDirectories(path);
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
    return path;
  }

  /// Makes a directory that the job's user owns, unless it exists.
  Path make(Path path) throws IOException {
    Files.createDirectories(path);
    if (slot.isApart()) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(PRIVATE));
    }
    if (slot.user().isPresent()) {
      slot.user().get().giveOwnership(path);
    }
    return path;
  }

  /// Makes a directory for temporary files that takes the place of a common one.
  void makeCommon(Path path) throws IOException {
    Files.setAttribute(make(path), "unix:mode", 01777);
  }

  /// Makes an entry for a user that has none, in copies of the user database: some programs insist
  /// on one.
  void makeEntry(Path directory, Path home) throws IOException {
    if (slot.user().filter(user -> !user.isListed()).isEmpty()) {
      return;
    }
    SystemUser user = slot.user().get();
    String entry = "%s:x:%d:%d::%s:/bin/sh%n".formatted(user.name(), user.uid(), user.gid(), home);
    write(directory.resolve("passwd"), Files.readString(Path.of("/etc/passwd")) + entry);
    String group = "%s:x:%d:%n".formatted(user.name(), user.gid());
    write(directory.resolve("group"), Files.readString(Path.of("/etc/group")) + group);
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /// The variables about the job's user. The home of a user of a slot is as new as the workspace:
  /// the job before may have been another repository's.
  Map<String, String> variables(Path temp) throws IOException {
    Path own = temp.resolve("home");
    if (slot.user().isEmpty()) {
      return slot.isApart() ? Map.of("HOME", make(own).toString()) : Map.of();
    }
    SystemUser user = slot.user().get();
    Path home = slot.isApart() ? own : user.homeOr(own);
    if (home.equals(own)) {
      make(own);
    }
    return Map.of("HOME", home.toString(), "USER", user.name(), "LOGNAME", user.name());
  }
}
