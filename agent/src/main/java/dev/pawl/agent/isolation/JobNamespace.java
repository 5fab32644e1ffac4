package dev.pawl.agent.isolation;

import dev.pawl.agent.process.LaunchWrapper.Confinement;
import dev.pawl.agent.process.ProgramTrial;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The namespaces of one job: its own `/tmp`, its own objects for communication between processes,
/// and, where jobs have no users of their own, its own numbers of processes. A small process holds
/// them as long as the job lasts, and dies with the agent; each step enters them.
public final class JobNamespace implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String READY = "ready ";
  private static final String SCRIPT = script();

  private final Process holder;
  private final long pid;
  private final boolean hasUsers;

  private JobNamespace(Process holder, long pid, boolean hasUsers) {
    this.holder = holder;
    this.pid = pid;
    this.hasUsers = hasUsers;
  }

  /// The directories that a job sees, or does not see.
  ///
  /// @param agent the agent's directory, hidden from a job that is the same user's
  /// @param job the directory of the job, with `tmp` and `var-tmp` in it
  /// @param tools the tool cache
  /// @param layer what the slot adds to the tool cache, with `upper` and `work` in it
  public record Places(Path agent, Path job, Path tools, Path layer) {}

  /// Makes the namespaces.
  ///
  /// @param hasUsers whether jobs run as users of their own
  /// @param environment the variables of the process that holds them
  public static JobNamespace open(boolean hasUsers, Places places, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("unshare", "--mount", "--ipc"));
    line.addAll(List.of("--propagation", "slave"));
    if (!hasUsers) {
      line.addAll(List.of("--user", "--map-current-user", "--keep-caps"));
      line.addAll(List.of("--pid", "--fork", "--kill-child"));
    }
    line.addAll(List.of("sh", "-c", SCRIPT, "pawl-namespace", hasUsers ? "root" : "user"));
    line.addAll(List.of(places.agent().toString(), places.job().toString()));
    line.addAll(List.of(places.tools().toString(), places.layer().toString()));
    line.add(System.getProperty("user.home", ""));
    var builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().keySet().retainAll(List.of("PATH"));
    builder.environment().putAll(environment);
    Process holder = builder.start();
    try {
      return new JobNamespace(holder, pid(holder), hasUsers);
    } catch (IOException | InterruptedException e) {
      holder.destroyForcibly();
      throw e;
    }
  }

  /// Reads what the holder says, to the number that it has outside of its namespace.
  private static long pid(Process holder) throws IOException, InterruptedException {
    var answer = new CompletableFuture<String>();
    Thread.ofVirtual().start(() -> answer.complete(firstLines(holder)));
    try {
      String said = answer.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      int at = said.lastIndexOf(READY);
      if (at < 0) {
        throw new IOException("the namespaces of the job cannot be made: " + said.strip());
      }
      return Long.parseLong(said.substring(at + READY.length()).strip());
    } catch (TimeoutException | ExecutionException | NumberFormatException e) {
      throw new IOException("the namespaces of the job cannot be made: no answer", e);
    }
  }

  private static String firstLines(Process holder) {
    var said = new StringBuilder();
    try {
      BufferedReader lines = holder.inputReader(StandardCharsets.UTF_8);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        if (line.startsWith(READY) || said.length() > 2000) {
          break;
        }
      }
    } catch (IOException _) {
      // It is dead.
    }
    return said.toString();
  }

  /// Tries whether namespaces can be made here.
  ///
  /// @return why not; empty if they can
  public static Optional<String> problem(boolean hasUsers, Places places)
      throws InterruptedException {
    try (JobNamespace made = open(hasUsers, places, Map.of())) {
      List<String> line = new ArrayList<>(made.confinement().entrance());
      line.addAll(List.of("test", "-d", places.job().toString()));
      return ProgramTrial.problem(line);
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// How a process enters.
  public Confinement confinement() {
    String target = "--target=" + pid;
    return hasUsers
        ? new Confinement(List.of("nsenter", target, "--mount", "--ipc", "--"), false)
        : new Confinement(
            List.of(
                "nsenter",
                target,
                "--user",
                "--preserve-credentials",
                "--mount",
                "--ipc",
                "--pid",
                "--"),
            true);
  }

  /// The path by which the agent finds what the job finds at a path.
  public Path seen(Path path) {
    return Path.of("/proc/" + pid + "/root").resolve(path.toString().substring(1));
  }

  /// Ends the holder, and with it the processes that have numbers of the namespace.
  @Override
  public void close() {
    ProcessHandle.of(pid).filter(_ -> holder.isAlive()).ifPresent(ProcessHandle::destroyForcibly);
    holder.destroyForcibly();
    holder.onExit().join();
  }

  private static String script() {
    try (InputStream in = JobNamespace.class.getResourceAsStream("job-namespace.sh")) {
      if (in == null) {
        throw new IllegalStateException("job-namespace.sh is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
