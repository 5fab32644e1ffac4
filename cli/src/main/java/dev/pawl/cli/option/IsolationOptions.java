package dev.pawl.cli.option;

import dev.pawl.agent.isolation.JobSlot;
import dev.pawl.agent.isolation.JobSlots;
import dev.pawl.agent.isolation.SlotUsers;
import dev.pawl.agent.isolation.UserClaims;
import dev.pawl.agent.process.LaunchException;
import dev.pawl.agent.process.SystemUser;
import dev.pawl.agent.workspace.HostOptions;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.cli.console.EnvironmentException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/// The options of agents that say how jobs are kept apart from each other, and from the agent.
public final class IsolationOptions {

  private static final Logger LOG = LoggerFactory.getLogger(IsolationOptions.class);

  private static final String REFUSED =
      "jobs cannot be kept apart, which --isolation require demands: ";

  private static final String UNPROTECTED =
      "jobs run as the agent's own user: they can read its token and spool, and each other";

  /// The isolation that the operator demands.
  enum Demand {
    NONE,
    AUTO,
    REQUIRE
  }

  /// The names that a shell completes.
  static final class DemandNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return List.of("auto", "require", "none").iterator();
    }
  }

  static final class Converter implements ITypeConverter<Demand> {

    @Override
    public Demand convert(String value) {
      for (Demand demand : Demand.values()) {
        if (demand.name().toLowerCase(Locale.ROOT).equals(value)) {
          return demand;
        }
      }
      throw new TypeConversionException("'%s' is not auto, require or none".formatted(value));
    }
  }

  @Option(
      names = "--isolation",
      paramLabel = "MODE",
      converter = Converter.class,
      completionCandidates = DemandNames.class,
      description = {
        "auto: keep jobs apart from each other as far as the machine allows it. require: do not start"
            + " where it does not. none: all jobs are the same user's. Default: auto."
      })
  private Demand demand = Demand.AUTO;

  @Option(
      names = "--run-as",
      paramLabel = "USER",
      description = {
        "One user that all jobs run as, if the agent is root; they are then not kept apart. Default: a"
            + " user for each slot."
      })
  private Optional<String> runAs = Optional.empty();

  @Option(
      names = "--run-as-range",
      paramLabel = "RANGE",
      description = {
        "The users of the slots, if the agent is root: numbers that no user has (200000-200015), or"
            + " names (ci-0..ci-7). Their processes and files are removed after each job. Default:"
            + " pawl-0, pawl-1, … if pawl-0 exists, else numbers from 2000000000."
      })
  private Optional<String> range = Optional.empty();

  /// Keeps jobs apart as these options say, and prints what that guarantees.
  ///
  /// @param work the directory of the workspaces
  public HostOptions apply(HostOptions hosting, int slots, Path work, CommandSpec command)
      throws InterruptedException {
    boolean isRoot = SystemUser.isRoot();
    checkUsage(isRoot, command);
    if (!isRoot) {
      return asAgentsUser(hosting, slots, work);
    }
    if (demand == Demand.NONE || runAs.isPresent()) {
      return asOneUser(hosting, command);
    }
    try {
      return withOwnUsers(hosting, slots, work, command);
    } catch (LaunchException e) {
      if (demand == Demand.REQUIRE || range.isPresent()) {
        throw new EnvironmentException(
            (demand == Demand.REQUIRE ? REFUSED : "") + e.getMessage(), e);
      }
      LOG.warn("slots have no users of their own: {}", e.getMessage());
      return asOneUser(hosting, command);
    }
  }

  private void checkUsage(boolean isRoot, CommandSpec command) {
    if (!isRoot && runAs.isPresent()) {
      throw new ParameterException(command.commandLine(), "--run-as is available to root only");
    }
    if (!isRoot && range.isPresent()) {
      throw new ParameterException(
          command.commandLine(), "--run-as-range is available to root only");
    }
    if (runAs.isPresent() && (range.isPresent() || demand == Demand.REQUIRE)) {
      throw new ParameterException(
          command.commandLine(),
          "--run-as makes all jobs one user's; it excludes --run-as-range and --isolation require");
    }
    if (range.isPresent() && demand == Demand.NONE) {
      throw new ParameterException(
          command.commandLine(), "--run-as-range and --isolation none exclude each other");
    }
  }

  /// Jobs that are the agent's own user's are kept apart by namespaces alone.
  private HostOptions asAgentsUser(HostOptions hosting, int slots, Path work)
      throws InterruptedException {
    if (demand == Demand.NONE) {
      LOG.warn(UNPROTECTED);
      return hosting;
    }
    List<JobSlot> all =
        IntStream.range(0, slots)
            .mapToObj(number -> new JobSlot(number, Optional.empty(), true))
            .toList();
    Optional<String> problem = WorkspaceProvider.namespaceProblem(work, all.getFirst());
    if (problem.isEmpty()) {
      LOG.info("jobs are kept apart: each has its own processes, /tmp and workspace, and no other");
      return hosting.withSlots(JobSlots.of(all, new UserClaims())).withNamespaces();
    }
    if (demand == Demand.REQUIRE) {
      throw new EnvironmentException(
          "%sthe agent is not root, and user namespaces do not work: %s. Start it as root, or allow user namespaces."
              .formatted(REFUSED, problem.get()));
    }
    LOG.warn("{} (user namespaces do not work: {})", UNPROTECTED, problem.get());
    return hosting;
  }

  private HostOptions withOwnUsers(HostOptions hosting, int slots, Path work, CommandSpec command)
      throws LaunchException, InterruptedException {
    var claims = new UserClaims();
    List<JobSlot> claimed = ownUsers(slots, claims, command);
    HostOptions apart = hosting.withSlots(JobSlots.of(claimed, claims));
    Optional<String> problem = WorkspaceProvider.namespaceProblem(work, claimed.getFirst());
    LOG.info(
        "jobs are kept apart: each slot has a user of its own, the first is '{}'",
        nameOfFirst(claimed));
    if (problem.isEmpty()) {
      LOG.info("each job has a /tmp of its own, and does not see the processes of others");
      return apart.withNamespaces();
    }
    LOG.warn("jobs share /tmp and see each other's command lines: {}", problem.get());
    return apart;
  }

  private List<JobSlot> ownUsers(int slots, UserClaims claims, CommandSpec command)
      throws LaunchException, InterruptedException {
    SlotUsers users =
        range.isPresent()
            ? SlotUsers.parse(range.get())
                .orElseThrow(
                    () -> new ParameterException(command.commandLine(), rangeProblem(range.get())))
            : SlotUsers.unspecified();
    List<JobSlot> claimed = users.claim(slots, claims);
    for (JobSlot slot : claimed) {
      SystemUser user = slot.user().orElseThrow();
      Optional<String> problem = user.problem();
      if (problem.isPresent()) {
        throw new LaunchException(
            "no process can run as user '%s': %s".formatted(user.name(), problem.get()));
      }
    }
    return claimed;
  }

  /// Why a text is not a range of users.
  private static String rangeProblem(String text) {
    if (text.matches("0+(-|\\.\\.)\\d+")) {
      return "--run-as-range must not contain 0, which is root: jobs would own the machine. Give"
          + " numbers that no user has, as 200000-200015";
    }
    return text.matches("\\d+(-|\\.\\.)\\d+|(\\D+)\\d+\\.\\.\\2\\d+")
        ? "--run-as-range expects a lower number before a higher one, below %,d, not '%s'"
            .formatted(Integer.MAX_VALUE, text)
        : "--run-as-range expects NUMBER-NUMBER or NAME0..NAME7, not '%s'".formatted(text);
  }

  private static String nameOfFirst(List<JobSlot> slots) {
    return slots.getFirst().user().map(SystemUser::name).orElse("");
  }

  private HostOptions asOneUser(HostOptions hosting, CommandSpec command)
      throws InterruptedException {
    SystemUser user = oneUser(command);
    if (user.uid() == 0) {
      LOG.warn("jobs run as root and can read the agent's token and spool");
      return hosting;
    }
    LOG.info("all jobs run as user '{}' and can read each other", user.name());
    return hosting.withUser(user);
  }

  private SystemUser oneUser(CommandSpec command) throws InterruptedException {
    String name = runAs.orElse("nobody");
    try {
      return SystemUser.find(name)
          .orElseThrow(() ->
              new ParameterException(
                  command.commandLine(),
                  "user '%s' does not exist on this machine".formatted(name)));
    } catch (LaunchException e) {
      throw new EnvironmentException(String.valueOf(e.getMessage()), e);
    }
  }
}
