package dev.pawl.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Variables and rights of a process that is put into a control group and run as another user.
@Timeout(180)
class LaunchWrapperTest {

  private static final Map<String, String> DIFFICULT =
      Map.ofEntries(
          Map.entry("PLAIN", "1"),
          Map.entry("EMPTY", ""),
          Map.entry("QUOTES", "a'b\"c$d`e\\f"),
          Map.entry("LINES", "one\ntwo\n"),
          Map.entry("INPUT_WITH-DASH", "x"),
          Map.entry("with.dots", "x y"),
          Map.entry("BASH_FUNC_echo%%", "() { touch /tmp/never; }"),
          Map.entry("SHELLOPTS", "xtrace"),
          Map.entry("PS4", "$(exit)"),
          Map.entry("ENV", "/nowhere"),
          Map.entry("OPTIND", "none"),
          Map.entry("PAWL_V0", "not a number"),
          Map.entry("pawl_at", "7"),
          Map.entry("i", "1"));

  private final String token = "test-" + UUID.randomUUID();
  @TempDir private Path directory;
  private Optional<Cgroup> group = Optional.empty();

  @BeforeEach
  void aMachineThatLetsUs() throws Exception {
    MachineCapabilities.controlGroups();
    MachineCapabilities.root();
    group = Cgroups.open(token);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void noGroup() {
    group.ifPresent(Cgroup::killAndRemove);
  }

  private FileOutputLauncher.Outcome run(
      LaunchWrapper enclosure, List<String> command, Map<String, String> env) throws Exception {
    var started = new FileOutputLauncher(ProcessLauncher.best(), directory);
    return started.run(enclosure.wrap(started.launch(command, env)));
  }

  @Test
  void theEnvironmentArrivesAsItWas() throws Exception {
    Map<String, String> expected = new HashMap<>(DIFFICULT);
    expected.put("PATH", System.getenv("PATH"));
    SystemUser nobody = SystemUser.named("nobody");
    for (var enclosure :
        List.of(
            new LaunchWrapper(group, Optional.empty()),
            new LaunchWrapper(Optional.empty(), Optional.of(nobody)),
            new LaunchWrapper(group, Optional.of(nobody)))) {
      Map<String, String> seen =
          environment(run(enclosure, List.of("env", "-0"), DIFFICULT).output());
      seen.keySet().removeAll(List.of("PWD", "OLDPWD", "SHLVL", "_")); // of any shell on the way
      assertThat(seen).isEqualTo(expected);
    }
  }

  @Test
  void noValueIsAnArgumentOfAWrapper() throws Exception {
    var enclosure = new LaunchWrapper(group, Optional.of(SystemUser.named("nobody")));
    var started = new FileOutputLauncher(ProcessLauncher.best(), directory);
    LaunchSpec wrapped =
        enclosure.wrap(
            started.launch(List.of("true"), Map.of("PLAIN", "a-secret", "my-token", "a-secret")));
    assertThat(wrapped.command()).noneMatch(word -> word.contains("a-secret"));
  }

  private static Map<String, String> environment(String nulSeparated) {
    Map<String, String> seen = new HashMap<>();
    for (String pair : nulSeparated.split("\0", -1)) {
      if (!pair.isEmpty()) {
        seen.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
      }
    }
    return seen;
  }

  @Test
  void itIsTheUsersWithItsGroupsAndNoRights() throws Exception {
    var enclosure = new LaunchWrapper(group, Optional.of(SystemUser.named("nobody")));
    String script = "id -un; id -gn; grep CapEff /proc/self/status";
    assertThat(run(enclosure, List.of("sh", "-c", script), Map.of()).output())
        .isEqualTo("nobody\nnogroup\nCapEff:\t0000000000000000\n");
  }

  /// A missing library in `LD_PRELOAD` makes the loader of every program print a warning.
  @Test
  void ldPreloadOfAJobIsNotLoadedByTheAgentsUser() throws Exception {
    Path library = directory.resolve("missing.so");
    var enclosure = new LaunchWrapper(group, Optional.of(SystemUser.named("nobody")));
    String output =
        run(enclosure, List.of("/bin/true"), Map.of("LD_PRELOAD", library.toString())).output();
    // Once, for `true` itself: neither the shells in front nor setpriv were told of it.
    assertThat(output.lines()).hasSize(1).allMatch(line -> line.contains("missing.so"));
  }

  @Test
  void anUnknownUserIsReported() throws Exception {
    assertThat(SystemUser.find("no-such-user")).isEmpty();
    assertThatThrownBy(() -> SystemUser.find("nobody", "no-such-program"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("cannot be looked up")
        .hasMessageContaining("Is 'no-such-program' installed?");
    assertThatThrownBy(() -> SystemUser.named("no-such-user"))
        .isInstanceOf(LaunchException.class)
        .hasMessage("user 'no-such-user' does not exist on this machine");
  }

  @Test
  void whoDoesNotLetTheUserPassIsNamed() throws Exception {
    SystemUser nobody = SystemUser.named("nobody");
    Path closed = Files.createDirectory(directory.resolve("closed"));
    Path within = Files.createDirectory(closed.resolve("within"));
    assertThat(nobody.inaccessibleParent(within)).isEmpty();
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    assertThat(nobody.inaccessibleParent(within)).contains(closed);
    assertThat(nobody.homeOr(within)).isEqualTo(within);
  }
}
