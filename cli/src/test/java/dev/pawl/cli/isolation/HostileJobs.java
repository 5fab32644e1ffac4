package dev.pawl.cli.isolation;

import dev.pawl.cli.agents.AgentProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// Workflows in which one job attacks another, or leaves something behind for the next one.
final class HostileJobs {

  private final StepRendezvous rendezvous;

  /// In the environment and in an argument of the victim alone, also where tests run side by side.
  private final String id = UUID.randomUUID().toString();

  HostileJobs(StepRendezvous rendezvous) {
    this.rendezvous = rendezvous;
  }

  /// The victim: two steps, of which the first waits, and the second finds what it has written.
  private String victim() {
    return """
      victim:
        runs-on: linux
        env: { HIDDEN: value-%1$s }
        steps:
          - id: s
            run: |
              echo secret > file; chmod 600 file
              echo secret > open; chmod 644 open
              touch "$RUNNER_TOOL_CACHE/of-victim"
              echo own=1 >> "$GITHUB_OUTPUT"
              sh -c 'sleep 600; :' argument-%1$s &
              %2$s
              echo "victim $PWD $GITHUB_OUTPUT" >&3
              read -r go <&3
          - run: |
              [ "${{ steps.s.outputs.own }}" = 1 ]
              [ -z "${{ steps.s.outputs.forged }}" ]
    """
        .formatted(id, rendezvous.opening());
  }

  /// Prints the name of each attack that succeeds.
  private String attacker() {
    return """
      attacker:
        runs-on: linux
        steps:
          - run: |
              %2$s
              echo attacker >&3
              read -r pid dir output private <&3
              try() { name=$1; shift; if ("$@") >/dev/null 2>&1; then echo "$name" >&3; fi; }
              try environ cat "/proc/$pid/environ"
              try environ-of-all grep -l [v]alue-%1$s /proc/[0-9]*/environ
              try arguments grep -l [a]rgument-%1$s /proc/[0-9]*/cmdline
              try working-directory ls "/proc/$pid/cwd/"
              try private-file cat "$dir/file"
              try open-file cat "$dir/open"
              try list ls "$dir"
              try list-all ls "$dir/../.."
              try write touch "$dir/mine"
              try output sh -c "echo forged=1 >> $output"
              try tool-cache ls "$RUNNER_TOOL_CACHE/of-victim"
              try agent-marker cat "$private/marker"
              try agent-directory ls "$private"
              try agent-directory-write touch "$private/mine"
              try privileges grep 'NoNewPrivs:.0' /proc/self/status
              try signal kill -0 "$pid"
              try kill kill -9 "$pid"
              echo done >&3
    """
        .formatted(id, rendezvous.opening());
  }

  String workflow() {
    return "on: push\njobs:\n" + victim() + attacker();
  }

  /// Lets the attack happen.
  ///
  /// @return the attacks that succeeded
  List<String> attack(AgentProcess agent) {
    StepRendezvous.Visitor victim = rendezvous.await("victim");
    StepRendezvous.Visitor attacker = rendezvous.await("attacker");
    attacker.tell(
        "%d %s %s"
            .formatted(
                pid(), String.join(" ", victim.facts()), agent.workdir().resolve("private")));
    List<String> succeeded = attacker.lines();
    victim.tell("go");
    return succeeded;
  }

  /// The victim's shell, as it is seen from outside.
  private long pid() {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(process -> process.getFileName().toString().matches("\\d+"))
          .filter(process -> read(process.resolve("environ")).contains("HIDDEN=value-" + id))
          .filter(process -> read(process.resolve("cmdline")).matches("(?s)[^\0]*bash\0.*"))
          .mapToLong(process -> Long.parseLong(process.getFileName().toString()))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "";
    }
  }

  /// A job that leaves files and a process, and then one that looks for them in the same slot.
  String remains() {
    String name = "left-" + UUID.randomUUID();
    return """
    on: push
    jobs:
      first:
        runs-on: linux
        steps:
          - run: |
              for place in /tmp /var/tmp /dev/shm ~; do
                echo left > "$place/%1$s"
              done
              ipcmk -M 100
              setsid env -i sh -c 'sleep 600; :' %1$s >/dev/null 2>&1 &
      second:
        needs: first
        runs-on: linux
        steps:
          - run: |
              %2$s
              echo second >&3
              for place in /tmp /var/tmp /dev/shm ~; do
                [ ! -e "$place/%1$s" ] || echo "$place" >&3
              done
              grep -l '[l]%3$s' /proc/[0-9]*/cmdline >&3 || true
              ! grep -w "$(id -u)" /proc/sysvipc/shm >&3
              echo done >&3
    """
        .formatted(name, rendezvous.opening(), name.substring(1));
  }
}
