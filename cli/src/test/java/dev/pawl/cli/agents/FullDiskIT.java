package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.SmallDisk;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A server whose disk is small.
class FullDiskIT extends ServerFixture {

  private static final String SHORT =
      "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'echo hello' } ] } }\n";
  private SmallDisk disk;
  private ServerProcess server;
  private RunApiClient api;

  @BeforeEach
  void startOnASmallDisk() {
    disk = closeAtEnd(new SmallDisk(directory.resolve("small"), "24m"));
    assumeTrue(disk.isMounted(), "nothing can be mounted here");
    server = startServer("--data", disk.place().resolve("data").toString());
    api = api(server);
    agent(server, "a", "--slots", "2");
  }

  @Test
  void aJobThatPrintsForEverDoesNotHarmTheOthers() throws Exception {
    Path goOn = directory.resolve("go-on");
    Path print = directory.resolve("print");
    String other = startRun(server, waiting(goOn, "echo still here"));
    String endless = startRun(server, waiting(print, "yes"));
    Await.until(
        () -> "not running: " + api.show(endless), () -> job(endless, "state").equals("running"));
    String queued = startRun(server, SHORT);
    Files.createFile(print);
    awaitReadiness("200 ready, but the server's disk is nearly full: ");
    Await.until(
        () -> "it is not cut: " + log(endless),
        () -> log(endless).contains("pawl: log cut here: the server's disk was nearly full."));
    assertThat(api.show(endless).at("/jobs/0/logCut").asBoolean()).isTrue();

    HttpResponse<String> rejected = api.create(SHORT).orElseThrow();
    assertThat(rejected.statusCode()).isEqualTo(507);
    assertThat(rejected.body()).contains("no run can be created now: the server's disk");
    assertThat(server.console()).doesNotContain("ERROR");
    Files.createFile(goOn);
    assertThat(awaitEnd(server, other)).isEqualTo("success");
    assertThat(job(queued, "state")).isEqualTo("queued");
    assertThat(job(queued, "message")).contains("is nearly full: ");

    disk.fill();
    awaitReadiness("503 the server's disk is full: ");
    assertThat(api.cancel(endless, false)).isTrue();
    assertThat(awaitEnd(server, endless)).isEqualTo("cancelled");
    assertThat(log(endless)).endsWith(" bytes of this step's output were dropped.\n");

    disk.free();
    deleteLogs(endless);
    awaitReadiness("200 ready\n");
    assertThat(awaitEnd(server, queued)).isEqualTo("success");
    assertThat(runToEnd(server, SHORT)).isEqualTo("success");
    assertThat(server.console())
        .contains(
            "the disk of %s/data is nearly full: ".formatted(disk.place()),
            "is full: ",
            "the disk has enough space again");

    server.kill();
    disk.fill();
    server.start();
    api.at(server.port());
    awaitReadiness("503 the server's disk is full: ");

    disk.fill(); // takes what the reserve has set free
    awaitReadiness("503 the server's disk is full: 0 KiB free");
    server.kill();
    disk.fill();
    server.start();
    api.at(server.port());
    awaitReadiness("503 the server's disk is full: ");
    assertThat(server.console().split("not serving: ", -1)).hasSizeLessThanOrEqualTo(2);
    assertThat(server.console().split("serving again", -1)).hasSizeLessThanOrEqualTo(2);
  }

  private static String waiting(Path file, String script) {
    return """
    on: push
    jobs:
      a:
        runs-on: linux
        steps: [ { run: 'until test -e %s; do sleep 0.05; done; %s' } ]
    """
        .formatted(file, script);
  }

  private String job(String run, String field) {
    return api.show(run).at("/jobs/0/" + field).asString();
  }

  private void awaitReadiness(String beginning) {
    Await.until(
        () -> "it says: " + api.readiness() + server.console(),
        () -> api.readiness().startsWith(beginning));
  }

  private LogReader reader(String run) {
    return new LogFiles(disk.place().resolve("data/logs"))
        .newest(new RunId(run), 0, 1, 0)
        .orElseThrow();
  }

  /// The end of the log.
  private String log(String run) {
    return new String(reader(run).tail(10).bytes(), StandardCharsets.UTF_8);
  }

  private void deleteLogs(String run) {
    dev.pawl.agent.workspace.DirectoryDeletion.delete(
        disk.place().resolve("data/logs").resolve(run));
  }
}
