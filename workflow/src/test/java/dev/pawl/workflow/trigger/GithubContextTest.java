package dev.pawl.workflow.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class GithubContextTest {

  private static final Changes UNKNOWN = new Changes.Anything("");

  private static Subject subject(Ref ref) {
    return new Subject(
        "ana/tools", "c0ffee", ref, "main", "A fix\n\nlong", "ana", "https://forge.example");
  }

  private static Payload payload(String json) {
    return new Payload((Value.Dict) Value.parseJson(json));
  }

  private static Payload context(String event, Payload payload, Subject subject) {
    return new Payload(
        GithubContext.of(
            payload.event(event, UNKNOWN), payload, subject, "CI", ".pawl/workflows/ci.yml"));
  }

  @Test
  void aPushFromAWorkingTree() {
    Subject subject = subject(Ref.branch("feature/x"));
    Payload payload = new SmallPayload("push", "", subject, "").payload();

    Payload github = context("push", payload, subject);

    assertThat(github.text("event_name")).isEqualTo("push");
    assertThat(github.text("ref")).isEqualTo("refs/heads/feature/x");
    assertThat(github.text("ref_name")).isEqualTo("feature/x");
    assertThat(github.text("ref_type")).isEqualTo("branch");
    assertThat(github.text("sha")).isEqualTo("c0ffee");
    assertThat(github.text("repository")).isEqualTo("ana/tools");
    assertThat(github.text("repository_owner")).isEqualTo("ana");
    assertThat(github.text("head_ref")).isEmpty();
    assertThat(github.text("actor")).isEqualTo("ana");
    assertThat(github.text("workflow")).isEqualTo("CI");
    assertThat(github.text("workflow_ref"))
        .isEqualTo("ana/tools/.pawl/workflows/ci.yml@refs/heads/feature/x");
    assertThat(github.text("server_url")).isEqualTo("https://forge.example");
    assertThat(github.text("api_url")).isEqualTo("https://forge.example/api/v3");
    assertThat(github.text("event", "head_commit", "message")).isEqualTo("A fix\n\nlong");
    assertThat(github.text("event", "repository", "default_branch")).isEqualTo("main");
  }

  @Test
  void aPullRequestFromAWorkingTree() {
    Subject subject = subject(Ref.branch("feature/x"));
    Payload payload = new SmallPayload("pull_request", "opened", subject, "main").payload();

    Payload github = context("pull_request", payload, subject);

    assertThat(payload.event("pull_request", UNKNOWN))
        .isEqualTo(Event.pullRequest("opened", "main", UNKNOWN));
    assertThat(github.text("ref")).isEqualTo("refs/pull/0/merge");
    assertThat(github.text("ref_name")).isEqualTo("0/merge");
    assertThat(github.text("head_ref")).isEqualTo("feature/x");
    assertThat(github.text("base_ref")).isEqualTo("main");
    assertThat(github.text("event", "action")).isEqualTo("opened");
    assertThat(github.text("event", "pull_request", "title")).isEqualTo("A fix");
  }

  @Test
  void whatAPayloadSaysStandsOverWhatTheTreeTells() {
    Subject subject = subject(Ref.branch("feature/x"));
    Payload given =
        payload(
            "{\"Number\": 7, \"pull_request\": {\"base\": {\"ref\": \"dev\"}, \"labels\": [1]}}");

    Payload merged = new SmallPayload("pull_request", "opened", subject, "main").under(given);
    Payload github = context("pull_request", merged, subject);

    assertThat(github.text("ref")).isEqualTo("refs/pull/7/merge");
    assertThat(github.text("base_ref")).isEqualTo("dev");
    assertThat(github.text("head_ref")).isEqualTo("feature/x");
    assertThat(github.text("event", "action")).isEqualTo("opened");
  }

  @Test
  void aTargetIsTheBase() {
    Subject subject = subject(Ref.branch("feature/x"));
    Payload payload = new SmallPayload("pull_request_target", "opened", subject, "main").payload();

    assertThat(context("pull_request_target", payload, subject).text("ref"))
        .isEqualTo("refs/heads/main");
  }

  @Test
  void aTag() {
    Subject subject = subject(Ref.tag("v1"));
    Payload payload = new SmallPayload("push", "", subject, "").payload();

    assertThat(payload.event("push", UNKNOWN)).isEqualTo(Event.push(Ref.tag("v1"), UNKNOWN));
    assertThat(context("push", payload, subject).text("ref_type")).isEqualTo("tag");
  }

  @Test
  void otherEvents() {
    Payload payload =
        payload(
            "{\"action\": \"completed\", \"workflow_run\": {\"name\": \"Build\","
                + " \"head_branch\": \"dev\"}}");

    assertThat(payload.event("workflow_run", UNKNOWN))
        .isEqualTo(new Event("workflow_run", "completed", Ref.branch("dev"), "", "Build", UNKNOWN));
    assertThat(payload("{\"schedule\": \"1 2 * * *\"}").event("schedule", UNKNOWN).source())
        .isEqualTo("1 2 * * *");
    assertThat(
            payload("{\"merge_group\": {\"base_ref\": \"refs/heads/main\"}}")
                .event("merge_group", UNKNOWN)
                .base())
        .isEqualTo("main");
  }

  @Test
  void publishedPayloads() throws IOException {
    String corpora = System.getenv("PAWL_CORPORA");
    Assumptions.assumeTrue(corpora != null, "PAWL_CORPORA is not set");
    Path webhooks = Path.of(String.valueOf(corpora), "github-webhooks");

    Payload push = payload(Files.readString(webhooks.resolve("push/1.payload.json")));
    Payload pull = payload(Files.readString(webhooks.resolve("pull_request/opened.payload.json")));

    assertThat(push.event("push", UNKNOWN)).isEqualTo(Event.push(Ref.tag("simple-tag"), UNKNOWN));
    assertThat(pull.event("pull_request", UNKNOWN))
        .isEqualTo(Event.pullRequest("opened", "master", UNKNOWN));
    assertThat(context("pull_request", pull, subject(Ref.NONE)).text("ref"))
        .isEqualTo("refs/pull/2/merge");
    assertThat(List.of(push.text("repository", "full_name"), pull.text("sender", "login")))
        .containsExactly("Codertocat/Hello-World", "Codertocat");
  }
}
