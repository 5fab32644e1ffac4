package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.OperatorLimits;
import dev.pawl.core.run.Origin;
import dev.pawl.expression.value.Value;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.repositories.Mirrors;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/// Runs that are created from the text of a workflow.
class RunRequestTest {

  private static final RunId RUN = new RunId("r1");
  private static final Mirrors MIRRORS =
      new Mirrors(Path.of("/nowhere/mirrors"), InstantSource.system(), Duration.ofMinutes(1));

  private static RunRequest of(String workflow) {
    return new RunRequest("ci.yml", workflow, null, null, null, Map.of());
  }

  @Test
  void aWorkflowIsPlannedAsIfStartedByHand() {
    var planned =
        of("on: push\njobs: { a: { runs-on: x, steps: [ { run: make } ] } }")
            .plan(RUN, "maintainer", MIRRORS, OperatorLimits.DEFAULT);
    assertThat(planned.event()).isEqualTo("push");
    assertThat(planned.plan().jobs()).hasSize(1);
  }

  @Test
  void anInvalidWorkflowIsRejectedWithPositions() {
    assertThatThrownBy(() -> of("jobs: 3").plan(RUN, "maintainer", MIRRORS, OperatorLimits.DEFAULT))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("ci.yml:1:7: error");
    assertThatThrownBy(() ->
            of("on: push\njobs: { a: { runs-on: '${{ fromJSON(github.sha) }}', steps: [ { run: x } ] } }")
                .plan(RUN, "maintainer", MIRRORS, OperatorLimits.DEFAULT))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("ci.yml:2:");
  }

  @Test
  void theSourceIsRepositoryBranchAndCommit() {
    String commit = "0123456789abcdef0123456789ABCDEF01234567";
    var asked =
        new RunRequest(
            "f", "", "https://Forge.example/acme/app.git", "refs/heads/main", commit, Map.of());
    var none = new RunRequest("f", "", null, null, "0".repeat(40), Map.of());
    assertThat(asked.source())
        .isEqualTo(
            new Origin.Source(
                "forge.example/acme/app", "main", commit.toLowerCase(Locale.ROOT), ""));
    assertThat(none.source()).isEqualTo(Origin.Source.NONE);
  }

  @Test
  void whatIsLeftOutIsAskedFor() {
    RunRequest empty = new JsonMapper().readValue("{}", RunRequest.class);
    assertThatThrownBy(empty::checked)
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("`file`, a name, and `workflow`");
    assertThat(of("on: push").checked()).isEqualTo(of("on: push"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          refs/heads/main        | https://forge.example/acme/app | 0123456789abcdef0123456789ABCDEF01234567
          refs/tags/v1.0         | ssh://git@forge.example:22/app | 0000000000000000000000000000000000000000
          refs/pull/12/merge     | file:///srv/git/app.git        | 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
          ''                     | http://127.0.0.1:3000/a/b.git/ |
                                 |                                |
          """)
  void whatGitKnowsIsTaken(String ref, String repository, String sha) {
    var asked = new RunRequest("ci.yml", "on: push", repository, ref, sha, null);
    assertThat(asked.checked()).isEqualTo(asked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ref        | main               | write refs/heads/main
          ref        | feature/a          | write refs/heads/feature/a
          ref        | --upload-pack=x y  | `ref` must be refs/heads/…
          ref        | refs/heads/        | `ref` must be refs/heads/…
          ref        | refs/heads/a..b    | `ref` must be refs/heads/…
          ref        | refs/notes/a       | `ref` must be refs/heads/…
          sha        | HEAD               | `sha` must have 40 or 64
          sha        | ''                 | `sha` must have 40 or 64
          repository | acme/app           | `repository` must be a URL
          repository | git@forge.example:a | `repository` must be a URL
          repository | ext::sh -c id      | `repository` must be a URL
          repository | ''                 | `repository` must be a URL
          repository | file:/srv/git/app.git | `repository` must be a URL
          repository | file:srv/git/app.git  | `repository` must be a URL
          repository | file://srv/git/app.git | or file:///, without
          repository | https://u:pw@forge.example/a/b       | must not contain a password or a token
          repository | https://ghp_0123@forge.example/a/b   | must not contain a password or a token
          repository | https://:pw@forge.example/a/b        | must not contain a password or a token
          repository | https://@forge.example/a/b           | must not contain a password or a token
          repository | HTTPS://u:p@w@forge.example/a/b      | must not contain a password or a token
          repository | https://u:p%40w@forge_x.example/a/b  | must not contain a password or a token
          repository | ssh://git:pw@forge.example/a/b       | must not contain a password or a token
          repository | file://u:pw@forge.example/a/b        | must not contain a password or a token
          repository | //u:pw@forge.example/a/b             | must not contain a password or a token
          repository | https://forge.example/a?token=secret | without a query
          repository | https://forge.example/a#secret       | without a query
          file       | a\\007b             | `file` must have at most 300 characters
          file       | a\\0b              | `file` must have at most 300 characters
          workflow   | a\\0b              | `workflow` must not contain a zero byte
          """)
  void whatNothingCanBeMadeOfIsRefusedByName(String field, String value, String why) {
    Map<String, String> fields = new HashMap<>(Map.of("file", "ci.yml", "workflow", "on: push"));
    fields.put(field, value.translateEscapes());
    isRefused(fields, why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://forge.example/acme/app.git     | acme/app | https://forge.example
          http://forge.example:3000/git/a/b.git/ | a/b      | http://forge.example:3000/git
          ssh://git@forge.example/acme/app       | acme/app | ssh://git@forge.example
          https://forge.example/app.git          | app      | https://forge.example
          file:///srv/git/app.git                | git/app  | file:///srv
          """)
  void theAddressStaysAsItWasGiven(String address, String name, String server) {
    String workflow = "on: push\njobs: { a: { runs-on: x, steps: [ { run: make } ] } }";
    var github =
        new RunRequest("ci.yml", workflow, address, "refs/pull/3/head", null, null)
            .plan(RUN, "maintainer", MIRRORS, OperatorLimits.DEFAULT)
            .plan()
            .contexts()
            .github()
            .fields();
    assertThat(github.get("repositoryUrl")).hasToString(text(address));
    assertThat(github.get("repository")).hasToString(text(name));
    assertThat(github.get("server_url")).hasToString(text(server));
    assertThat(github.get("ref")).hasToString(text("refs/pull/3/head"));
  }

  private static String text(String value) {
    return new Value.Text(value).toString();
  }

  private static void isRefused(Map<String, ?> fields, String why) {
    var json = new JsonMapper();
    RunRequest asked = json.readValue(json.writeValueAsString(fields), RunRequest.class);
    assertThatThrownBy(asked::checked)
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining(why)
        .hasMessageNotContainingAny("u:pw", "ghp_0123", "secret\n", "token=");
  }

  @Test
  void whatIsTooLongOrHasANulInAnInputIsRefused() {
    isRefused(Map.of("file", "x".repeat(301), "workflow", ""), "`file` must have at most");
    isRefused(
        Map.of("file", "x", "workflow", "", "inputs", Map.of("a", "b\0")),
        "`inputs` must not contain a zero byte");
  }
}
