package dev.pawl.agent.workspace;

import dev.pawl.agent.process.LaunchWrapper;
import dev.pawl.agent.process.SystemUser;
import dev.pawl.agent.supervision.JobProcesses;
import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Opens the workspaces of jobs. Each job has a private directory, which is deleted when the job
/// has ended.
///
/// Where jobs run as another user, that user owns the contents of the job's directory, but neither
/// the directory itself nor its parents: it can enter them, but not list them or create files in
/// them. So the agent only reads and writes, with its own rights, files that it has put there.
///
/// @param scratch the parent of the jobs' private directories
/// @param environment the variables that every job starts with
public record WorkspaceProvider(
    WorkspaceMode mode,
    Path scratch,
    Map<String, String> environment,
    ProcessReaper reaper,
    HostOptions host,
    AtomicLong jobs) {

  static final String WORK = "work";
  private static final String TOOLS = "tools";
  private static final String KEPT = "kept";

  public WorkspaceProvider(
      WorkspaceMode mode, Path scratch, Map<String, String> environment, ProcessReaper reaper) {
    this(mode, scratch, environment, reaper, HostOptions.defaults(), new AtomicLong());
  }

  public WorkspaceProvider withHost(HostOptions other) {
    return new WorkspaceProvider(mode, scratch, environment, reaper, other, jobs);
  }

  /// Makes the workspace of a job.
  public JobWorkspace open(JobDispatch dispatch) throws IOException {
    long job = jobs.incrementAndGet();
    boolean isShared = host.user().isPresent();
    Path scripts = makeOwn(makeOwn(scratch, isShared).resolve(Long.toString(job)), isShared);
    checkAccess(scripts);
    Path directory =
        switch (mode) {
          case WorkspaceMode.Shared(Path repository) -> repository;
          case WorkspaceMode.Fresh _, WorkspaceMode.Remote _ -> makeForUser(scripts.resolve(WORK));
        };
    Path temp = makeForUser(scripts.resolve("temp"));
    Path tools = makeForUser(scratch.resolve(TOOLS));
    Map<String, String> env = new HashMap<>(environment);
    if (host.user().isPresent()) {
      env.putAll(variables(host.user().get(), temp));
    }
    if (mode.isOwned()) {
      // The workspace may lie within a repository, which the job's git must not find.
      env.put("GIT_CEILING_DIRECTORIES", scripts.toString());
    }
    env.put("CI", "true");
    env.put("PAWL", "true");
    env.put("PAWL_RUN_ID", dispatch.runId());
    env.put("PAWL_JOB", dispatch.jobId());
    env.put("PAWL_ATTEMPT", Integer.toString(dispatch.attempt()));
    env.put("PAWL_WORKSPACE", directory.toString());
    var wrapper = new LaunchWrapper(reaper.createJobGroup(job), host.user());
    var processes = new JobProcesses(host.launcher(), reaper, job, wrapper);
    return new JobWorkspace(
        mode, directory, scripts, env, tools, processes, retention(dispatch), host);
  }

  /// Makes a directory of the agent's own, unless it exists.
  ///
  /// @param isShared whether other users may enter it
  private static Path makeOwn(Path path, boolean isShared) throws IOException {
    if (!Files.isDirectory(path)) {
      Files.createDirectories(path);
      String permissions = isShared ? "rwx--x--x" : "rwx------";
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
    return path;
  }

  private void checkAccess(Path scripts) throws IOException {
    if (host.user().isPresent()) {
      SystemUser user = host.user().get();
      Optional<Path> closed = user.inaccessibleParent(scripts);
      if (closed.isPresent()) {
        throw new IOException("the user '%s' cannot enter %s".formatted(user.name(), closed.get()));
      }
    }
  }

  /// Makes a directory that the job's user owns, unless it exists.
  private Path makeForUser(Path path) throws IOException {
    Files.createDirectories(path);
    if (host.user().isPresent()) {
      host.user().get().giveOwnership(path);
    }
    return path;
  }

  private Map<String, String> variables(SystemUser user, Path temp) throws IOException {
    Path home = user.homeOr(temp.resolve("home"));
    if (home.startsWith(temp)) {
      makeForUser(home);
    }
    return Map.of("HOME", home.toString(), "USER", user.name(), "LOGNAME", user.name());
  }

  private FailedJobRetention retention(JobDispatch dispatch) {
    return FailedJobRetention.of(
        scratch.resolve(KEPT),
        dispatch.runId(),
        dispatch.jobId(),
        dispatch.attempt(),
        host.failedJobListener());
  }

  /// Removes the remains of an agent that crashed: processes, and job directories other than those
  /// that were kept.
  ///
  /// @param prefix the prefix of the crashed agent's [ProcessReaper] tokens; must not match a
  ///   reaper that is open
  public static void removeOrphans(Path scratch, String prefix) {
    ProcessReaper.killAll(prefix);
    try (var entries = Files.newDirectoryStream(scratch, "[0-9]*")) {
      entries.forEach(DirectoryDeletion::delete);
    } catch (IOException | DirectoryIteratorException _) {
      // There is nothing to delete, or the next start tries again.
    }
  }
}
