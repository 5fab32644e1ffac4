package dev.pawl.agent.workspace;

import dev.pawl.agent.commands.EnvironmentFiles;
import dev.pawl.agent.process.LaunchWrapper;
import dev.pawl.agent.process.SystemUser;
import dev.pawl.agent.supervision.JobProcesses;
import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Where jobs run. Each job has a directory of its own for its scripts, which is gone when the job
/// is.
///
/// Where jobs are another user's, that user owns what is in the job's directory, but not the
/// directory itself, nor those above: it can pass them, not list them, and put nothing into them.
/// So whatever the agent reads and writes there under its own rights is what it has put there.
///
/// @param scratch where the jobs' own directories are made
/// @param environment what every job starts with
public record WorkspaceProvider(
    WorkspaceMode tree,
    Path scratch,
    Map<String, String> environment,
    ProcessReaper ward,
    HostOptions hosting,
    AtomicLong jobs) {

  static final String WORK = "work";
  private static final String TOOLS = "tools";
  private static final String KEPT = "kept";

  public WorkspaceProvider(
      WorkspaceMode tree, Path scratch, Map<String, String> environment, ProcessReaper ward) {
    this(tree, scratch, environment, ward, HostOptions.defaults(), new AtomicLong());
  }

  public WorkspaceProvider withHost(HostOptions other) {
    return new WorkspaceProvider(tree, scratch, environment, ward, other, jobs);
  }

  /// Makes a job's place.
  public JobWorkspace open(JobDispatch dispatch) throws IOException {
    long job = jobs.incrementAndGet();
    boolean isShared = hosting.user().isPresent();
    Path scripts = directory(directory(scratch, isShared).resolve(Long.toString(job)), isShared);
    checkTheWayTo(scripts);
    Path directory =
        switch (tree) {
          case WorkspaceMode.Shared(Path repository) -> repository;
          case WorkspaceMode.Fresh _, WorkspaceMode.Remote _ -> given(scripts.resolve(WORK));
        };
    Path temp = given(scripts.resolve("temp"));
    Path tools = given(scratch.resolve(TOOLS));
    Map<String, String> env = new HashMap<>(environment);
    if (hosting.user().isPresent()) {
      env.putAll(variables(hosting.user().get(), temp));
    }
    if (tree.isOwned()) {
      // It may lie in some repository, which is not what its git should find.
      env.put("GIT_CEILING_DIRECTORIES", scripts.toString());
    }
    env.put("CI", "true");
    env.put("PAWL", "true");
    env.put("PAWL_RUN_ID", dispatch.runId());
    env.put("PAWL_JOB", dispatch.jobId());
    env.put("PAWL_ATTEMPT", Integer.toString(dispatch.attempt()));
    env.put("PAWL_WORKSPACE", directory.toString());
    var enclosure = new LaunchWrapper(ward.createJobGroup(job), hosting.user());
    var processes = new JobProcesses(hosting.launcher(), ward, job, enclosure);
    return new JobWorkspace(
        tree, directory, scripts, env, tools, processes, keeping(dispatch), hosting);
  }

  /// Makes a directory of the agent's own, unless it is there.
  ///
  /// @param isShared whether somebody else may pass it
  private static Path directory(Path path, boolean isShared) throws IOException {
    if (!Files.isDirectory(path)) {
      Files.createDirectories(path);
      String permissions = isShared ? "rwx--x--x" : "rwx------";
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
    return path;
  }

  private void checkTheWayTo(Path scripts) throws IOException {
    if (hosting.user().isPresent()) {
      SystemUser user = hosting.user().get();
      Optional<Path> closed = user.inaccessibleParent(scripts);
      if (closed.isPresent()) {
        throw new IOException("the user '%s' cannot pass %s".formatted(user.name(), closed.get()));
      }
    }
  }

  /// Makes a directory of the job's own, unless it is there.
  private Path given(Path path) throws IOException {
    Files.createDirectories(path);
    if (hosting.user().isPresent()) {
      hosting.user().get().giveOwnership(path);
    }
    return path;
  }

  private Map<String, String> variables(SystemUser user, Path temp) throws IOException {
    Path home = user.homeOr(temp.resolve("home"));
    if (home.startsWith(temp)) {
      given(home);
    }
    return Map.of("HOME", home.toString(), "USER", user.name(), "LOGNAME", user.name());
  }

  /// Whether the directory of a job is kept that fails, and where.
  private FailedJobRetention keeping(JobDispatch dispatch) {
    return FailedJobRetention.of(
        scratch.resolve(KEPT),
        dispatch.runId(),
        dispatch.jobId(),
        dispatch.attempt(),
        hosting.kept());
  }

  /// One job's place. Closing it ends whatever the job has left behind, processes and files.
  public record JobWorkspace(
      WorkspaceMode tree,
      Path directory,
      Path scripts,
      Map<String, String> environment,
      Path tools,
      JobProcesses processes,
      FailedJobRetention keeping,
      HostOptions hosting)
      implements AutoCloseable {

    private static final FileAttribute<?> PRIVATE =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /// Where the job's processes may put what is gone after it.
    public Path temp() {
      return scripts.resolve("temp");
    }

    /// Writes a file that is the job's, and nobody else's, in place of one that may be there.
    public Path write(String name, String text) throws IOException {
      Path file = scripts.resolve(name);
      Files.deleteIfExists(file);
      Files.createFile(file, PRIVATE);
      Files.writeString(file, text);
      return give(file);
    }

    /// The files that a step may write to.
    public EnvironmentFiles runtimeFiles(String step) throws IOException {
      EnvironmentFiles files = EnvironmentFiles.make(scripts, step);
      for (Path file : files.paths()) {
        give(file);
      }
      return files;
    }

    /// Makes the pipe that a step prints to.
    public Path pipe(String step) throws IOException, InterruptedException {
      Path pipe = scripts.resolve("output-" + step);
      processes.makePipe(pipe);
      return give(pipe);
    }

    private Path give(Path file) throws IOException {
      if (hosting.user().isPresent()) {
        hosting.user().get().giveOwnership(file);
      }
      return file;
    }

    /// The job has failed: its directory stays, where the agent keeps such. Says where it will be.
    public Optional<Path> keep() {
      return keeping.keep();
    }

    @Override
    public void close() {
      processes.close();
      keeping.finish(scripts);
    }
  }

  /// Ends what an agent that is gone has left of its jobs: processes, and directories but for those
  /// that were kept.
  ///
  /// @param token what the tokens of its wards begin with; not that of a ward that is open
  public static void endLeftovers(Path scratch, String token) {
    ProcessReaper.killAll(token);
    try (var entries = Files.newDirectoryStream(scratch, "[0-9]*")) {
      entries.forEach(WorkspaceProvider::delete);
    } catch (IOException | java.nio.file.DirectoryIteratorException _) {
      // There is nothing, or what is left is tried again next time.
    }
  }

  /// Deletes a tree, as far as that is possible.
  public static void delete(Path tree) {
    DirectoryDeletion.delete(tree);
  }
}
