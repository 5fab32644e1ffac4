package dev.pawl.cli.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.workflows.JobReference.Candidate;
import dev.pawl.cli.workflows.JobReference.Match;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobReferenceTest {

  private static final List<Candidate> JOBS =
      List.of(
          new Candidate("build", "Compile"),
          new Candidate("test (3.11, a)", "Test a on 3.11"),
          new Candidate("test (3.11, b)", "Test b on 3.11"),
          new Candidate("lint", "Build style"),
          new Candidate("linter", "linter"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          build           | build
          BUILD           | build
          compile         | build
          Compile         | build
          comp            | build
          build s         | lint
          lint            | lint
          linte           | linter
          test (3.11, b)  | test (3.11, b)
          Test b on 3.11  | test (3.11, b)
          test b          | test (3.11, b)
          """)
  void aJobIsFoundByIdNameOrUniquePrefix(String reference, String id) {
    assertThat(JobReference.resolve(reference, JOBS))
        .isInstanceOfSatisfying(
            Match.Found.class, found -> assertThat(found.job().id()).isEqualTo(id));
  }

  @Test
  void anAmbiguousPrefixListsTheJobsThatHaveIt() {
    assertThat(JobReference.resolve("test", JOBS))
        .isInstanceOfSatisfying(
            Match.Ambiguous.class,
            match ->
                assertThat(match.message())
                    .isEqualTo(
                        "job 'test' is ambiguous: it may be 'test (3.11, a)' (Test a on 3.11),"
                            + " 'test (3.11, b)' (Test b on 3.11). Write more of the name, or use"
                            + " the exact id."));
  }

  @Test
  void anUnknownJobListsAllJobs() {
    assertThat(JobReference.resolve("deploy", JOBS.subList(3, 5)))
        .isInstanceOfSatisfying(
            Match.Unknown.class,
            match ->
                assertThat(match.message("ci.yml"))
                    .isEqualTo(
                        "job 'deploy' not found in ci.yml: its jobs are 'lint' (Build style),"
                            + " 'linter'."));
  }

  @Test
  void anEmptyReferenceIsUnknown() {
    assertThat(JobReference.resolve(" ", JOBS)).isInstanceOf(Match.Unknown.class);
  }

  @Test
  void aLongListOfJobsIsCut() {
    List<Candidate> many =
        IntStream.range(0, 100).mapToObj(i -> new Candidate("job" + i, "job" + i)).toList();
    assertThat(JobReference.resolve("x", many))
        .isInstanceOfSatisfying(
            Match.Unknown.class,
            match -> assertThat(match.message("run #1")).endsWith("'job19' and 80 more."));
  }
}
