package dev.pawl.agent.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Wraps a launch so that the process joins a control group and runs as another user before
/// anything of the job is executed. Each wrapper is a program in front of the command, which does
/// its part and then executes the rest in the same process.
///
/// While a wrapper still runs as the agent's user, no variable of the job has its own name in the
/// environment: `LD_PRELOAD` would run code of the job with the agent's rights. The variables are
/// numbered, and get their names back after the change of the user. They are not passed as
/// arguments, which every user of the machine could read.
///
/// @param group the control group to join
/// @param user the user to run as; the agent's own if absent
/// @param confinement what holds the process besides, if anything does
/// @param limits the limits of the process and all others of its job
public record LaunchWrapper(
    Optional<Cgroup> group,
    Optional<SystemUser> user,
    Optional<Confinement> confinement,
    JobLimits limits) {

  /// Joins the control groups of the arguments before `--`, and executes the rest.
  private static final String JOIN =
      """
      while [ "$1" != -- ]; do echo 0 >"$1" || exit 126; shift; done
      shift
      exec "$@"
      """;

  /// The same for processes with limits: where memory is short, the kernel ends them before the
  /// agent.
  private static final String JOIN_LIMITED =
      "echo 500 2>/dev/null >/proc/self/oom_score_adj;\n" + JOIN;

  /// Ignores the signals that are for the process group, because the process that waits for the
  /// rest would end before it.
  private static final String WAIT = "trap '' INT TERM HUP QUIT; exec \"$@\"";

  private static final String DEFAULT_SIGNALS = "--default-signal=INT,TERM,HUP,QUIT";

  /// Enters the directory `$1`, gives `$3` numbered variables their names back, and executes the
  /// rest. The shell itself sets the first `$2` of them.
  private static final String UNPACK =
      """
      cd "$1" || exit 126
      pawl_plain=$2
      pawl_at=$3
      shift 3
      [ "$pawl_at" -eq "$pawl_plain" ] || set -- -- "$@"
      while [ "$pawl_at" -gt "$pawl_plain" ]; do
        pawl_at=$((pawl_at - 1))
        eval "shift; set -- -- \\"\\$PAWL_V$pawl_at\\" \\"\\$@\\"; unset PAWL_V$pawl_at"
      done
      [ "$1" != -- ] || set -- env "$@"
      while [ "$pawl_at" -gt 0 ]; do
        pawl_at=$((pawl_at - 1))
        eval "export \\"\\$PAWL_V$pawl_at\\"; unset PAWL_V$pawl_at"
      done
      unset pawl_at pawl_plain
      exec "$@"
      """;

  private static final Pattern PLAIN = Pattern.compile("(?!PAWL_V\\d)[A-Za-z_][A-Za-z0-9_]*");

  /// Variables that a shell uses itself, or refuses to set.
  private static final Set<String> SHELL_VARIABLES =
      Set.of(
          "ENV",
          "PS4",
          "IFS",
          "OPTIND",
          "PPID",
          "UID",
          "EUID",
          "LINENO",
          "RANDOM",
          "SECONDS",
          "SHELLOPTS",
          "POSIXLY_CORRECT",
          "FUNCNAME",
          "GROUPS",
          "DIRSTACK",
          "pawl_at",
          "pawl_plain");

  private static final String SAFE_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  public static final LaunchWrapper NONE = new LaunchWrapper(Optional.empty(), Optional.empty());

  /// The confinement of a process: it gets no new privileges, and enters namespaces.
  ///
  /// @param entrance the command that enters the namespaces and executes the rest; empty for none
  /// @param forks whether that command starts the rest as a child of its own, and waits for it
  public record Confinement(List<String> entrance, boolean forks) {

    /// No new privileges, and nothing else.
    public static final Confinement PRIVILEGES = new Confinement(List.of(), false);

    public Confinement {
      entrance = List.copyOf(entrance);
    }
  }

  public LaunchWrapper(Optional<Cgroup> group, Optional<SystemUser> user) {
    this(group, user, Optional.empty(), JobLimits.NONE);
  }

  /// The wrapped launch.
  public LaunchSpec wrap(LaunchSpec launch) {
    if (equals(NONE)) {
      return launch;
    }
    Map<String, String> odd = new TreeMap<>();
    Map<String, String> plain = new TreeMap<>();
    launch
        .environment()
        .forEach((name, value) -> (passesShell(name) ? plain : odd).put(name, value));
    LaunchSpec inner = launch.withEnvironment(plain);
    return joined(
        user.isPresent() || confinement.isPresent()
            ? changed(inner, odd)
            : inner.withCommand(named(odd, launch.command())));
  }

  /// Whether a shell passes a variable on unchanged: some names it would drop or act upon.
  private static boolean passesShell(String name) {
    return PLAIN.matcher(name).matches()
        && !SHELL_VARIABLES.contains(name)
        && !name.startsWith("BASH");
  }

  private static List<String> named(Map<String, String> variables, List<String> command) {
    if (variables.isEmpty()) {
      return command;
    }
    List<String> line = new ArrayList<>(List.of("env"));
    variables.forEach((name, value) -> line.add(name + "=" + value));
    line.addAll(command);
    return line;
  }

  /// The launch with another user, and within its confinement.
  ///
  /// @param odd the variables that a shell does not set
  private LaunchSpec changed(LaunchSpec launch, Map<String, String> odd) {
    List<String> line = new ArrayList<>();
    confinement.ifPresent(its -> enter(its, line));
    line.addAll(user.map(SystemUser::credentials).orElse(List.of("setpriv")));
    if (confinement.isPresent()) {
      line.add("--no-new-privs");
    }
    line.addAll(List.of("--", "/bin/sh", "-c", UNPACK, "pawl-unpack"));
    line.add(launch.directory().toString());
    int plain = launch.environment().size();
    line.addAll(List.of(Integer.toString(plain), Integer.toString(plain + odd.size())));
    line.addAll(launch.command());
    Map<String, String> numbered = new TreeMap<>();
    Stream.of(launch.environment(), odd)
        .flatMap(some -> some.entrySet().stream())
        .forEach(variable ->
            numbered.put(
                "PAWL_V" + numbered.size(), variable.getKey() + "=" + variable.getValue()));
    numbered.put("PATH", SAFE_PATH);
    boolean isElsewhere = confinement.filter(its -> !its.entrance().isEmpty()).isPresent();
    return launch
        .withDirectory(isElsewhere ? Path.of("/") : launch.directory())
        .withCommand(line)
        .withEnvironment(numbered);
  }

  private static void enter(Confinement confinement, List<String> line) {
    if (confinement.forks()) {
      line.addAll(List.of("/bin/sh", "-c", WAIT, "pawl-wait"));
    }
    line.addAll(confinement.entrance());
    if (confinement.forks()) {
      line.addAll(List.of("env", DEFAULT_SIGNALS));
    }
  }

  private LaunchSpec joined(LaunchSpec launch) {
    List<String> line = new ArrayList<>();
    boolean isLimited = !limits.equals(JobLimits.NONE);
    if (group.isPresent() || isLimited) {
      line.addAll(List.of("/bin/sh", "-c", isLimited ? JOIN_LIMITED : JOIN, "pawl-join"));
      group.ifPresent(its -> line.add(its.members().toString()));
      limits.own().forEach(its -> line.add(its.members().toString()));
      line.add("--");
    }
    if (limits.mostProcesses() > 0) {
      line.addAll(List.of("prlimit", "--nproc=%1$d:%1$d".formatted(limits.mostProcesses())));
    }
    line.addAll(launch.command());
    return launch.withCommand(line);
  }
}
