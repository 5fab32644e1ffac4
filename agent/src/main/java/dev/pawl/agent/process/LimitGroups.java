package dev.pawl.agent.process;

import dev.pawl.agent.limits.ResourceLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The control groups of an agent by which it limits its jobs, in version 2 or version 1, whatever
/// this machine has and the agent may use. Found out by trying.
public final class LimitGroups {

  /// The group that an agent moves to: in version 2, a group with controllers for its children has
  /// no processes of its own.
  private static final String AGENTS = "pawl_agents";

  private final ResourceLimits limits;

  /// The agent's group of version 2, and the controllers that it has.
  private final List<LimitController> current = new ArrayList<>();

  /// The agent's groups of version 1.
  private final Map<LimitController, Cgroup> old = new EnumMap<>(LimitController.class);

  private LimitGroups(ResourceLimits limits) {
    this.limits = limits;
  }

  /// Nothing is limited.
  public static LimitGroups none() {
    return new LimitGroups(ResourceLimits.NONE);
  }

  /// Finds out what can be limited.
  ///
  /// @param token the name of the agent's groups
  /// @param group the agent's group of version 2, if it has one
  public static LimitGroups open(String token, Optional<Cgroup> group, ResourceLimits limits) {
    var found = new LimitGroups(limits);
    for (LimitController controller : LimitController.values()) {
      if (group.isPresent() && found.enable(group.get(), controller)) {
        found.current.add(controller);
      } else {
        Cgroups.openOld(controller.kernelName(), token)
            .filter(made -> found.works(controller, made))
            .ifPresent(made -> found.old.put(controller, made));
      }
    }
    return found;
  }

  /// Enables a controller for the groups of jobs.
  private boolean enable(Cgroup group, LimitController controller) {
    Path around = group.directory().resolveSibling("");
    String name = controller.kernelName();
    if (!words(around.resolve("cgroup.controllers")).contains(name)) {
      return false;
    }
    Path parents = around.resolve("cgroup.subtree_control");
    boolean isPassedOn =
        words(parents).contains(name)
            || write(parents, "+" + name)
            || (moveInto(around) && write(parents, "+" + name));
    return isPassedOn && write(group.directory().resolve("cgroup.subtree_control"), "+" + name);
  }

  /// Moves the agent and its children out of the way.
  private static boolean moveInto(Path around) {
    Path agents = around.resolve(AGENTS);
    try {
      if (!Files.isDirectory(agents)) {
        Files.createDirectory(agents);
      }
    } catch (IOException _) {
      return false;
    }
    ProcessHandle self = ProcessHandle.current();
    return Stream.concat(self.descendants(), Stream.of(self))
        .allMatch(process -> write(agents.resolve("cgroup.procs"), Long.toString(process.pid())));
  }

  private static List<String> words(Path file) {
    try {
      return List.of(Files.readString(file).strip().split(" ", -1));
    } catch (IOException _) {
      return List.of();
    }
  }

  private static boolean write(Path file, String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      Files.write(file, bytes, StandardOpenOption.WRITE);
      return true;
    } catch (IOException _) {
      return false; // not permitted, or the group has processes of others
    }
  }

  private boolean works(LimitController controller, Cgroup made) {
    try {
      Cgroup trial = made.create("trial");
      try {
        controller.limitOld(trial.directory(), limits);
        return true;
      } finally {
        boolean _ = trial.killAndRemove();
      }
    } catch (IOException _) {
      boolean _ = made.killAndRemove();
      return false;
    }
  }

  /// Limits the processes of a job.
  ///
  /// @param group the job's own group of version 2, if it has one
  /// @param hasOwnUser whether no other processes are the same user's
  public JobLimits create(long job, Optional<Cgroup> group, boolean hasOwnUser) throws IOException {
    Map<LimitController, Path> groups = new EnumMap<>(LimitController.class);
    List<Cgroup> own = new ArrayList<>();
    if (group.isPresent()) {
      for (LimitController controller : current) {
        controller.limit(group.get().directory(), limits);
        groups.put(controller, group.get().directory());
      }
    }
    for (var entry : old.entrySet()) {
      Cgroup made = entry.getValue().create("job-" + job);
      own.add(made);
      entry.getKey().limitOld(made.directory(), limits);
      groups.put(entry.getKey(), made.directory());
    }
    boolean needsOther = !groups.containsKey(LimitController.PIDS) && hasOwnUser;
    return new JobLimits(limits, groups, own, needsOther ? limits.processes() : 0);
  }

  /// A sentence for operators that says what is limited on this machine.
  ///
  /// @param haveOwnUsers whether the processes of each job are those of one user alone
  public String guarantee(boolean haveOwnUsers) {
    List<String> parts = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    (limits.memory() > 0 && has(LimitController.MEMORY) ? parts : missing)
        .add(limits.memory() > 0 ? limits.memoryText() + " of memory" : "memory");
    boolean limitsProcesses = limits.processes() > 0 && (has(LimitController.PIDS) || haveOwnUsers);
    (limitsProcesses ? parts : missing)
        .add(limits.processes() > 0 ? limits.processes() + " processes" : "processes");
    (has(LimitController.CPU) ? parts : missing).add("an equal share of the processors");
    String limited =
        parts.isEmpty() ? "jobs are not limited" : "each job has " + String.join(", ", parts);
    return missing.isEmpty() ? limited : limited + "; not limited: " + String.join(", ", missing);
  }

  private boolean has(LimitController controller) {
    return current.contains(controller) || old.containsKey(controller);
  }

  /// The agent's groups of version 1, which are to be removed with it. Those of version 2 are
  /// within the group that it has anyway.
  public Collection<Cgroup> groups() {
    return List.copyOf(old.values());
  }
}
