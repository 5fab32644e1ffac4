package dev.pawl.agent.workspace;

import dev.pawl.agent.isolation.JobNamespace;
import dev.pawl.agent.isolation.JobSlot;
import dev.pawl.agent.process.Cgroup;
import dev.pawl.agent.process.JobLimits;
import dev.pawl.agent.process.LaunchWrapper;
import dev.pawl.agent.process.LaunchWrapper.Confinement;
import dev.pawl.agent.supervision.JobProcesses;
import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Opens the workspaces of jobs. Each job has a private directory, which is deleted when the job
/// has ended.
///
/// Where jobs run as another user, that user owns the contents of the job's directory, but neither
/// the directory itself nor its parents: it can enter them, but not list them or create files in
/// them. So the agent only reads and writes, with its own rights, files that it has put there.
/// Where jobs are the agent's own user's, and have namespaces, that holds for the directory
/// `control`.
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

  /// Makes the workspace of a job, in a slot that is free.
  public JobWorkspace open(JobDispatch dispatch) throws IOException, InterruptedException {
    JobSlot slot = host.slots().take();
    boolean isOpen = false;
    try {
      JobWorkspace opened = open(dispatch, slot);
      isOpen = true;
      return opened;
    } finally {
      if (!isOpen) {
        host.slots().giveBack(slot);
      }
    }
  }

  private JobWorkspace open(JobDispatch dispatch, JobSlot slot)
      throws IOException, InterruptedException {
    UserRemains.removeFrom(slot); // an agent that was killed could not
    List<Runnable> undo = new ArrayList<>();
    try {
      return open(dispatch, slot, undo);
    } catch (IOException | InterruptedException | RuntimeException e) {
      undo.reversed().forEach(Runnable::run);
      throw e;
    }
  }

  /// @param undo collects what removes the parts of a workspace that cannot be opened
  private JobWorkspace open(JobDispatch dispatch, JobSlot slot, List<Runnable> undo)
      throws IOException, InterruptedException {
    long job = nextJob();
    var owner = new JobFiles(slot);
    Path scripts = owner.makeParent(scratch).resolve(Long.toString(job));
    undo.add(() -> DirectoryDeletion.delete(scripts));
    Path _ = owner.makeEntrance(scripts);
    Path directory =
        switch (mode) {
          case WorkspaceMode.Shared(Path repository) -> repository;
          case WorkspaceMode.Fresh _, WorkspaceMode.Remote _ -> owner.make(scripts.resolve(WORK));
        };
    Path _ = owner.makeEntrance(JobWorkspace.control(scripts));
    Path temp = owner.make(scripts.resolve("temp"));
    Map<String, String> env = new HashMap<>(environment);
    env.putAll(owner.variables(temp));
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
    Optional<Cgroup> group = reaper.createJobGroup(job);
    undo.add(() -> group.ifPresent(Cgroup::killAndRemove));
    JobLimits limits = host.limits().create(job, group, slot.isApart());
    undo.add(limits::remove);
    ToolCache cache = new ToolCache(scratch.resolve(TOOLS));
    Optional<Path> layer = layer(cache, slot, owner, dispatch);
    Optional<JobNamespace> namespace = Optional.empty();
    if (host.hasNamespaces() && layer.isPresent()) {
      owner.makeEntry(scripts, temp.resolve("home"));
      namespace = Optional.of(namespace(scripts, owner, cache, layer.get(), job));
    }
    Optional<Confinement> confinement =
        namespace
            .map(JobNamespace::confinement)
            .or(() -> slot.isApart() ? Optional.of(Confinement.PRIVILEGES) : Optional.empty());
    var wrapper = new LaunchWrapper(group, slot.user(), confinement, limits);
    boolean isWritten = layer.isPresent() && namespace.isEmpty();
    return new JobWorkspace(
        mode,
        directory,
        scripts,
        env,
        isWritten ? layer.get().resolve(ToolCache.WRITTEN) : cache.common(),
        slot,
        namespace,
        new JobProcesses(host.launcher(), reaper, job, wrapper),
        retention(dispatch),
        host);
  }

  /// The number of a job. If something of an earlier one could not be deleted, its number is not
  /// used again.
  private long nextJob() {
    long job = jobs.incrementAndGet();
    while (Files.exists(scratch.resolve(Long.toString(job)), LinkOption.NOFOLLOW_LINKS)) {
      job = jobs.incrementAndGet();
    }
    return job;
  }

  /// The layer of the tool cache that the slot has, if jobs are kept apart.
  private static Optional<Path> layer(
      ToolCache cache, JobSlot slot, JobFiles owner, JobDispatch dispatch) throws IOException {
    if (!slot.isApart()) {
      owner.make(cache.common());
      return Optional.empty();
    }
    Files.createDirectories(cache.common());
    Path layer = cache.layer(slot, dispatch);
    owner.make(layer.resolve(ToolCache.WRITTEN));
    return Optional.of(layer);
  }

  private JobNamespace namespace(
      Path scripts, JobFiles owner, ToolCache cache, Path layer, long job)
      throws IOException, InterruptedException {
    owner.makeCommon(scripts.resolve("tmp"));
    owner.makeCommon(scripts.resolve("var-tmp"));
    owner.make(layer.resolve("work"));
    Path agent = scratch.resolveSibling("");
    return JobNamespace.open(
        owner.slot().user().isPresent(),
        new JobNamespace.Places(agent, scripts, cache.common(), layer),
        Map.of(ProcessReaper.VARIABLE, reaper.variable(job)));
  }

  /// Tries whether namespaces can be made for jobs in these slots.
  ///
  /// @param scratch the parent of the jobs' private directories
  /// @return why not; empty if they can
  public static Optional<String> namespaceProblem(Path scratch, JobSlot slot)
      throws InterruptedException {
    Path trial = scratch.resolve("0");
    var owner = new JobFiles(slot);
    try {
      owner.makeEntrance(owner.makeParent(scratch).resolve("0"));
      owner.makeCommon(trial.resolve("tmp"));
      owner.makeCommon(trial.resolve("var-tmp"));
      for (String name : List.of("tools", "layer/upper", "layer/work")) {
        Files.createDirectories(trial.resolve(name));
      }
      return JobNamespace.problem(
          slot.user().isPresent(),
          new JobNamespace.Places(
              scratch.resolveSibling(""), trial, trial.resolve("tools"), trial.resolve("layer")));
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } finally {
      DirectoryDeletion.delete(trial);
    }
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
