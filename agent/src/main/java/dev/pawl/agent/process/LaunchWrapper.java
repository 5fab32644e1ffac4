package dev.pawl.agent.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What the processes of a job are put into before anything of the job runs: a control group, and
/// another user. Each is a program in front that does its part and becomes the next one, so nothing
/// of it stays.
///
/// As long as such a program is the agent's user and not the job's, no variable of the job is in
/// its environment by its own name: `LD_PRELOAD` would be code of the job under the agent's rights.
/// They travel under numbers, and get back their names on the other side. Nor are they in an
/// argument, where everybody on the machine could read them.
///
/// @param group where they have to be
/// @param user whose they have to be; the agent's own if there is none
public record LaunchWrapper(Optional<Cgroup> group, Optional<SystemUser> user) {

  /// Puts the process that it is into the group of `$1`, and becomes the rest.
  private static final String JOIN = "echo 0 >\"$1\" || exit 126; shift; exec \"$@\"";

  /// Gives back their names to `$1` variables, and becomes the rest.
  private static final String UNPACK =
      """
      pawl_at=0
      while [ "$pawl_at" -lt "$1" ]; do
        eval "export \\"\\$PAWL_V$pawl_at\\"; unset PAWL_V$pawl_at"
        pawl_at=$((pawl_at + 1))
      done
      shift
      unset pawl_at
      exec "$@"
      """;

  private static final Pattern PLAIN = Pattern.compile("(?!PAWL_V\\d)[A-Za-z_][A-Za-z0-9_]*");

  /// What a shell would take for its own, or refuses to set.
  private static final Set<String> OF_SHELLS =
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
          "pawl_at");

  private static final String SAFE_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  public static final LaunchWrapper NONE = new LaunchWrapper(Optional.empty(), Optional.empty());

  /// The launch that ends up as `launch`, inside.
  public LaunchSpec wrap(LaunchSpec launch) {
    if (group.isEmpty() && user.isEmpty()) {
      return launch;
    }
    Map<String, String> odd = new TreeMap<>(launch.environment());
    odd.keySet().removeIf(LaunchWrapper::passesAShell);
    Map<String, String> plain = new TreeMap<>(launch.environment());
    plain.keySet().removeIf(name -> !passesAShell(name));
    LaunchSpec inner = launch.withEnvironment(plain).withCommand(named(odd, launch.command()));
    return joining(user.map(other -> as(other, inner)).orElse(inner));
  }

  /// A shell would drop some names on the way, or act upon them.
  private static boolean passesAShell(String name) {
    return PLAIN.matcher(name).matches() && !OF_SHELLS.contains(name) && !name.startsWith("BASH");
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

  private static LaunchSpec as(SystemUser user, LaunchSpec launch) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + user.uid(),
                "--regid=" + user.gid(),
                "--init-groups",
                "--inh-caps=-all",
                "--",
                "/bin/sh",
                "-c",
                UNPACK,
                "pawl-unpack",
                Integer.toString(launch.environment().size())));
    line.addAll(launch.command());
    Map<String, String> numbered = new TreeMap<>();
    launch
        .environment()
        .forEach((name, value) -> numbered.put("PAWL_V" + numbered.size(), name + "=" + value));
    numbered.put("PATH", SAFE_PATH);
    return launch.withCommand(line).withEnvironment(numbered);
  }

  private LaunchSpec joining(LaunchSpec launch) {
    return group.map(its -> joining(its, launch)).orElse(launch);
  }

  private static LaunchSpec joining(Cgroup group, LaunchSpec launch) {
    List<String> line =
        new ArrayList<>(List.of("/bin/sh", "-c", JOIN, "pawl-join", group.members().toString()));
    line.addAll(launch.command());
    return launch.withCommand(line);
  }
}
