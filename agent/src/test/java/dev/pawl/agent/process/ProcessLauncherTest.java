package dev.pawl.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The environment and the end of processes, with both launchers.
@Timeout(180)
class ProcessLauncherTest {

  @TempDir private Path directory;

  static Stream<ProcessLauncher> both() {
    return Stream.of(new PosixLauncher(), new SetsidLauncher());
  }

  private FileOutputLauncher by(ProcessLauncher launcher) {
    return new FileOutputLauncher(launcher, directory);
  }

  @Test
  void thisMachineHasTheBetterOne() {
    assertThat(ProcessLauncher.best()).isInstanceOf(PosixLauncher.class);
  }

  @ParameterizedTest
  @MethodSource("both")
  void itsExitCodeIsKnown(ProcessLauncher launcher) throws Exception {
    assertThat(by(launcher).sh("exit 7").exit()).isEqualTo(new ProcessExit.Returned(7));
    assertThat(by(launcher).sh("exit 0").exit()).isEqualTo(new ProcessExit.Returned(0));
    assertThat(by(launcher).sh("kill -9 $$").exit().code()).isEqualTo(137);
  }

  @Test
  void aSignalIsNotTakenForAnExitCode() throws Exception {
    var posix = by(new PosixLauncher());
    assertThat(posix.sh("kill -9 $$").exit()).isEqualTo(new ProcessExit.Signalled(9));
    assertThat(posix.sh("exit 137").exit()).isEqualTo(new ProcessExit.Returned(137));
    assertThat(posix.sh("sh -c 'kill -9 $$'; exit $?").exit())
        .isEqualTo(new ProcessExit.Returned(137));
  }

  @ParameterizedTest
  @MethodSource("both")
  void bothOfItsOutputsAreOne(ProcessLauncher launcher) throws Exception {
    assertThat(by(launcher).sh("echo out; echo err >&2").output()).isEqualTo("out\nerr\n");
  }

  @ParameterizedTest
  @MethodSource("both")
  void itsInputIsEmpty(ProcessLauncher launcher) throws Exception {
    assertThat(by(launcher).sh("cat; read -r line || echo end").output()).isEqualTo("end\n");
  }

  @ParameterizedTest
  @MethodSource("both")
  void itLeadsASessionAndStandsInItsDirectory(ProcessLauncher launcher) throws Exception {
    String script = "set -- $(cat /proc/$$/stat); echo $$ $5 $6; pwd -P";
    String[] lines = by(launcher).sh(script).output().split("\n", -1);
    String[] ids = lines[0].split(" ", -1);
    assertThat(ids).containsOnly(ids[0]).hasSize(3);
    assertThat(Path.of(lines[1])).isEqualTo(directory.toRealPath());
  }

  @ParameterizedTest
  @MethodSource("both")
  void itInheritsNoFiles(ProcessLauncher launcher) throws Exception {
    try (var _ = Files.newInputStream(Files.createFile(directory.resolve("open")))) {
      // The last one is the listing's own.
      assertThat(by(launcher).run(List.of("ls", "/proc/self/fd"), Map.of()).output())
          .isEqualTo("0\n1\n2\n3\n");
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void itSeesExactlyItsEnvironment(ProcessLauncher launcher) throws Exception {
    var seen = by(launcher).run(List.of("env"), Map.of("ODD-NAME", "a b\nc", "EMPTY", ""));
    assertThat(seen.output().lines().filter(line -> !line.startsWith("PATH=")))
        .containsExactlyInAnyOrder("ODD-NAME=a b", "c", "EMPTY=");
  }

  @Test
  void signalsAreAsTheyAreWithoutAJvm() throws Exception {
    String status =
        by(new PosixLauncher()).run(List.of("cat", "/proc/self/status"), Map.of()).output();
    assertThat(status.lines().filter(line -> line.matches("Sig(Blk|Ign):.*")))
        .hasSize(2)
        .allMatch(line -> line.endsWith("\t0000000000000000"));
    var posix = by(new PosixLauncher());
    assertThat(posix.sh("kill -s PIPE $$").exit()).isEqualTo(new ProcessExit.Signalled(13));
    assertThat(posix.sh("kill -s INT $$").exit()).isEqualTo(new ProcessExit.Signalled(2));
  }

  @ParameterizedTest
  @MethodSource("both")
  void aMissingProgramIsReportedWithAReason(ProcessLauncher launcher) throws Exception {
    fails(launcher, by(launcher).launch(List.of("no-such-program"), Map.of()), "not on the PATH");
    fails(launcher, by(launcher).launch(List.of("sh"), Map.of("PATH", "")), "not on the PATH");
  }

  @Test
  void errorsOfTheKernelAreReported() throws Exception {
    var posix = new PosixLauncher();
    Path text = Files.writeString(directory.resolve("text"), "no program");
    fails(posix, by(posix).launch(List.of("./gone"), Map.of()), "no such file");
    fails(posix, by(posix).launch(List.of(text.toString()), Map.of()), "permission denied");
    assertThat(text.toFile().setExecutable(true)).isTrue();
    fails(posix, by(posix).launch(List.of("./text"), Map.of()), "not a program that this machine");
    LaunchSpec nowhere = by(posix).launch(List.of("true"), Map.of());
    fails(
        posix,
        new LaunchSpec(
            nowhere.command(), Path.of("/gone"), nowhere.environment(), nowhere.output()),
        "directory '/gone' does not exist");
  }

  @ParameterizedTest
  @MethodSource("both")
  void argumentsThatAreTooLargeAreReportedWithAReason(ProcessLauncher launcher) throws Exception {
    Map<String, String> large = Map.of("LARGE", "x".repeat(200_000));
    fails(launcher, by(launcher).launch(List.of("true"), large), "too large");
  }

  private static void fails(ProcessLauncher launcher, LaunchSpec launch, String why) {
    assertThatThrownBy(() -> launcher.start(launch))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @MethodSource("both")
  void aPipeIsItsOwnersOnly(ProcessLauncher launcher) throws Exception {
    Path pipe = directory.resolve("pipe");
    launcher.makePipe(pipe);
    assertThat(Files.getAttribute(pipe, "unix:mode")).isEqualTo(0x1000 | 0600);
    assertThatThrownBy(() -> launcher.makePipe(pipe)).isInstanceOf(java.io.IOException.class);
  }
}
