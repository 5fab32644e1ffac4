package dev.pawl.benchmarks.api;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Starts `pawl server` as a process, and measures when it is ready.
final class ServerReadiness {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final int STARTS = 5;

  /// The median of some starts, after one that does not count: it builds the launcher's files.
  ///
  /// @param arguments of `pawl server` that name its data and store
  static double medianSeconds(List<String> arguments) throws IOException, InterruptedException {
    start(arguments);
    List<Double> seconds = new ArrayList<>();
    for (int count = 0; count < STARTS; count++) {
      seconds.add(start(arguments));
    }
    return seconds.stream().sorted().toList().get(STARTS / 2);
  }

  private static double start(List<String> arguments) throws IOException, InterruptedException {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of("pawl").toAbsolutePath().toString(),
                "server",
                "--listen",
                "127.0.0.1:" + port));
    command.addAll(arguments);
    Path log = Files.createTempFile("pawl-bench", ".log");
    long began = System.nanoTime();
    Process server =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      awaitReady(URI.create("http://127.0.0.1:%d/readyz".formatted(port)), server, log);
      return (System.nanoTime() - began) / 1e9;
    } finally {
      server.destroy();
      server.waitFor();
      Files.delete(log);
    }
  }

  private static void awaitReady(URI ready, Process server, Path log)
      throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    try (HttpClient http = HttpClient.newHttpClient()) {
      while (!isReady(http, ready)) {
        if (!server.isAlive() || System.nanoTime() > until) {
          throw new IOException("the server is not ready: " + Files.readString(log));
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  private static boolean isReady(HttpClient http, URI ready) throws InterruptedException {
    try {
      return http.send(HttpRequest.newBuilder(ready).build(), BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException _) {
      return false; // it does not listen yet
    }
  }

  private ServerReadiness() {}
}
