package dev.pawl.agent.workspace;

import dev.pawl.agent.commands.EnvironmentFiles;
import dev.pawl.agent.isolation.JobNamespace;
import dev.pawl.agent.isolation.JobSlot;
import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.supervision.JobProcesses;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The workspace of one job. Closing it kills the job's processes and deletes its files, unless the
/// job has failed and its workspace is kept.
///
/// @param mode what the workspace contains at first, and where the repository is
/// @param directory the working directory of steps
/// @param scripts the job's private directory, with everything else in it
/// @param environment the variables that every process of the job starts with
/// @param tools the tool cache
/// @param namespace the namespaces of the job, if it has any
/// @param slot the place of the job, free again when this is closed
public record JobWorkspace(
    WorkspaceMode mode,
    Path directory,
    Path scripts,
    Map<String, String> environment,
    Path tools,
    JobSlot slot,
    Optional<JobNamespace> namespace,
    JobProcesses processes,
    FailedJobRetention retention,
    HostOptions host)
    implements AutoCloseable {

  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /// The directory for temporary files, deleted with the job.
  public Path temp() {
    return scripts.resolve("temp");
  }

  /// The directory of the agent's own files: scripts and pipes, which no process of the job can
  /// replace. Environment files are beside it.
  private Path control() {
    return control(scripts);
  }

  static Path control(Path scripts) {
    return scripts.resolve("control");
  }

  /// The file with the event that triggered the run.
  public Path event() {
    return control().resolve("event.json");
  }

  /// Writes a file that only the job's user can read, in place of an existing one.
  public Path write(String name, String text) throws IOException {
    Path file = control().resolve(name);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      writeNew(file, bytes);
    } catch (FileAlreadyExistsException _) {
      Files.delete(file);
      writeNew(file, bytes);
    }
    return giveToUser(file);
  }

  private static void writeNew(Path file, byte[] bytes) throws IOException {
    try (OutputStream out =
        Channels.newOutputStream(
            Files.newByteChannel(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), PRIVATE))) {
      out.write(bytes);
    }
  }

  /// Makes the environment files of a step.
  public EnvironmentFiles environmentFiles(String step, JobMemoryLimits limits) throws IOException {
    EnvironmentFiles files = EnvironmentFiles.make(scripts, step, limits);
    for (Path file : files.paths()) {
      giveToUser(file);
    }
    return files;
  }

  /// Makes the named pipe that a step prints to.
  public Path pipe(String step) throws IOException, InterruptedException {
    Path pipe = control().resolve("output-" + step);
    processes.makePipe(pipe);
    return giveToUser(pipe);
  }

  private Path giveToUser(Path file) throws IOException {
    if (slot.user().isPresent()) {
      slot.user().get().giveOwnership(file);
    }
    return file;
  }

  /// Whether a directory exists for the job.
  public boolean hasDirectory(Path path) {
    return Files.isDirectory(namespace.map(its -> its.seen(path)).orElse(path));
  }

  /// Keeps the workspace of the failed job, where the agent is configured to.
  ///
  /// @return where it will be found
  public Optional<Path> keep() {
    return retention.keep();
  }

  @Override
  public void close() {
    try {
      namespace.ifPresent(JobNamespace::close);
      processes.close();
      UserRemains.removeFrom(slot);
      retention.finish(scripts);
    } finally {
      host.slots().giveBack(slot);
    }
  }
}
