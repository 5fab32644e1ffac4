package dev.pawl.cli;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What cannot be meant by who starts a server or an agent is said before anything is made.
class ServiceUsageTest {

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
          token agent build-1 --labels=               | --labels takes labels
          token enrol build-1 --labels=linux,,x64     | --labels takes labels
          """)
  void whatCannotBeMeantIsSaid(String arguments, String complaint) {
    InProcess.pawl(arguments.split(" ")).exits(2).complains(complaint);
  }
}
