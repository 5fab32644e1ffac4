package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.ReportColumn.Better.NEITHER;

import dev.pawl.benchmarks.pawl.MemoryServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/// Measures the memory of a server process: idle, and with agents and jobs.
final class MemoryBenchmark implements Benchmark {

  private static final int AGENTS = 1_000;

  private static final List<ReportColumn> COLUMNS =
      List.of(
          new ReportColumn("idle", "idle, MB", NEITHER),
          new ReportColumn("loaded", "%,d agents, each with a job, MB".formatted(AGENTS), NEITHER));

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String about() {
    return "resident memory of a server, idle and with %,d agents that all run a job"
        .formatted(AGENTS);
  }

  @Override
  public BenchmarkReport run(BenchSession session) throws Exception {
    List<ReportLine> lines = session.measureServers(MemoryBenchmark::measure);
    return new BenchmarkReport(this, session.measured(), session.conditions(), COLUMNS, lines);
  }

  private static List<OptionalDouble> measure(String url) throws IOException, InterruptedException {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                MemoryServer.class.getName(),
                url,
                Integer.toString(AGENTS))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var said = server.inputReader(StandardCharsets.UTF_8);
        var say = server.outputWriter(StandardCharsets.UTF_8)) {
      expect(said, "idle");
      OptionalDouble idle = resident(server.pid());
      say.write("load\n");
      say.flush();
      expect(said, "loaded");
      return List.of(idle, resident(server.pid()));
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private static void expect(BufferedReader said, String word) throws IOException {
    String line = said.readLine();
    if (!word.equals(line)) {
      throw new IOException("the server said %s and not %s".formatted(line, word));
    }
  }

  private static OptionalDouble resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0)
        .findFirst();
  }
}
