package dev.pawl.cli.command;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.process.InProcessCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Wrong arguments of `pawl server` and `pawl agent` are reported before anything is created.
class ServiceCommandUsageTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          agent --server 127.0.0.1:8484               | --server expects http://HOST:PORT or https://HOST, not '127.0.0.1:8484'
          agent --server ws://127.0.0.1:8484          | not 'ws://127.0.0.1:8484'
          agent --server http://                      | not 'http://'
          agent --server http://127.0.0.1:84840       | not 'http://127.0.0.1:84840'
          agent --server http://127.0.0.1/pawl        | not 'http://127.0.0.1/pawl'
          agent --server http://user@127.0.0.1        | not 'http://user@127.0.0.1'
          agent --server http://127.0.0.1 --env A=B   | --env expects names of variables, not 'A=B'
          agent --server http://127.0.0.1 --isolation full | --isolation expects auto, require or none
          agent --server http://127.0.0.1 --labels=   | --labels contains an empty label
          server --listen 127.0.0.1:99999             | --listen expects HOST:PORT, not '127.0.0.1:99999'
          agent --server http://127.0.0.1 --name=     | --name must not be empty
          server --data= --listen 127.0.0.1:0         | --data must not be empty
          server --config /nowhere.yml                | cannot read the configuration '/nowhere.yml':
          server --log-format xml                     | --log-format expects text or json, not 'xml'
          server --listen 192.0.2.1:1                 | Give --tls-cert and --tls-key
          server --tls-cert a.pem                     | --tls-cert and --tls-key need each other
          agent --server https://127.0.0.1 --labels=  | --labels contains an empty label
          server --lease-margin 3                     | --lease-margin must be at least 4
          token bogus                                 | unknown command 'token bogus'. Run `pawl token --help`
          token lst                                   | unknown command 'token lst'. Did you mean `pawl token list`?
          token agent build-1 --labels=               | --labels contains an empty label
          token enrol build-1 --labels=linux,,x64     | --labels contains an empty label
          """)
  void wrongArgumentsAreReported(String arguments, String complaint) {
    InProcessCommand.pawl(arguments.split(" ")).exits(2).complains(complaint);
  }

  @Test
  void theConfigurationIsPrinted() {
    InProcessCommand.pawl("server", "--print-config", "--lease-ttl", "3m", "--insecure-bind")
        .exits(0)
        .says("# flag --lease-ttl")
        .says("insecure-bind: true")
        .says("# default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "enrol", "admin"})
  void aTokenNeedsAName(String kind) {
    InProcessCommand.pawl("token", kind, "").exits(2).complains("NAME must not be empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --token | enrolment | it is an enrolment token. Use --enrol
          --token | user      | it is a person's token
          --enrol | agent     | it is an agent's token. Use --token
          --enrol | user      | it is a person's token. Make one with `pawl token enrol NAME`
          --token | junk      | it is malformed
          --enrol | junk      | it is malformed. Use the token that `pawl token enrol` printed
          """)
  void aTokenOfTheWrongKindIsRejected(
      String option, String kind, String complaint, @TempDir Path directory) {
    String token = "pawl_%s_%s_%s".formatted(kind, "a".repeat(12), "b".repeat(40));
    String home = directory.toString();
    InProcessCommand.pawl(
            "agent", "--server", "http://127.0.0.1:1", option, token, "--workdir", home)
        .exits(4)
        .complains(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --job-memory 5                             | 2 | --job-memory expects a size of at least 16M
          --job-pids 3                               | 2 | --job-pids expects a number of at least 16
          --isolation require --run-as daemon        | 2 | --run-as makes all jobs one user's
          --run-as-range 7                           | 2 | --run-as-range expects NUMBER-NUMBER or NAME0..NAME7, not '7'
          --run-as-range 0-5                         | 2 | --run-as-range must not contain 0, which is root
          --run-as-range 9-5                         | 2 | --run-as-range expects a lower number before a higher one
          --run-as-range b9..b5                      | 2 | --run-as-range expects a lower number before a higher one
          --isolation require --run-as-range 1-1     | 3 | jobs cannot be kept apart, which --isolation require demands: 1 is the number of user 'daemon'
          --isolation require --run-as-range no0..no1 | 3 | user 'no0' does not exist
          """)
  void jobsAreKeptApartAndLimitedOrNotRun(
      String options, int exit, String complaint, @TempDir Path directory) {
    assumeTrue("root".equals(System.getProperty("user.name")), "root chooses the users of jobs");
    List<String> line = new ArrayList<>(List.of("agent", "--server", "http://127.0.0.1:1"));
    line.addAll(List.of("--workdir", directory.toString(), "--token"));
    line.add("pawl_agent_%s_%s".formatted("a".repeat(12), "b".repeat(40)));
    line.addAll(List.of(options.split(" ", -1)));
    InProcessCommand.pawl(line.toArray(String[]::new)).exits(exit).complains(complaint);
  }
}
