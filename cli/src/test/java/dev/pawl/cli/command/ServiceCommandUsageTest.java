package dev.pawl.cli.command;

import dev.pawl.cli.process.InProcessCommand;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What cannot be meant by who starts a server or an agent is said before anything is made.
class ServiceCommandUsageTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          agent --server 127.0.0.1:8484               | --server takes http://HOST:PORT or https://HOST, not '127.0.0.1:8484'
          agent --server ws://127.0.0.1:8484          | not 'ws://127.0.0.1:8484'
          agent --server http://                      | not 'http://'
          agent --server http://127.0.0.1:84840       | not 'http://127.0.0.1:84840'
          agent --server http://127.0.0.1/pawl        | not 'http://127.0.0.1/pawl'
          agent --server http://ana@127.0.0.1         | not 'http://ana@127.0.0.1'
          agent --server http://127.0.0.1 --env A=B   | --env takes names of variables, not 'A=B'
          agent --server http://127.0.0.1 --labels=   | --labels takes labels
          server --listen 127.0.0.1:99999             | --listen takes HOST:PORT, not '127.0.0.1:99999'
          agent --server http://127.0.0.1 --name=     | --name takes a name
          token bogus                                 | there is no command 'token bogus'; `pawl token --help`
          token lst                                   | there is no command 'token lst'; did you mean pawl token list?
          token agent build-1 --labels=               | --labels takes labels
          token enrol build-1 --labels=linux,,x64     | --labels takes labels
          """)
  void whatCannotBeMeantIsSaid(String arguments, String complaint) {
    InProcessCommand.pawl(arguments.split(" ")).exits(2).complains(complaint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "enrol", "admin"})
  void aTokenIsSomebodys(String kind) {
    InProcessCommand.pawl("token", kind, "").exits(2).complains("NAME is empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --token | enrolment | this is an enrolment token: use --enrol
          --token | admin     | this is an administrator's token
          --enrol | agent     | this is an agent's own token: use --token
          --enrol | admin     | this is an administrator's token
          --token | junk      | that is no token
          --enrol | junk      | that is no token
          """)
  void aTokenOfAnotherKindIsKnownBeforeAnybodyIsAsked(
      String option, String kind, String complaint, @TempDir Path directory) {
    String token = "pawl_%s_%s_%s".formatted(kind, "a".repeat(12), "b".repeat(40));
    String home = directory.toString();
    InProcessCommand.pawl(
            "agent", "--server", "http://127.0.0.1:1", option, token, "--workdir", home)
        .exits(4)
        .complains(complaint);
  }
}
