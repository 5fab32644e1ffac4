package dev.pawl.workflow.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class GithubContextTest {

  private static final ChangedPaths UNKNOWN = new ChangedPaths.Unknown("");

  private static CommitInfo subject(GitRef ref) {
    return new CommitInfo(
        "acme/tools",
        "c0ffee",
        ref,
        "main",
        "A fix\n\nlong",
        "acme",
        "https://forge.example",
        "https://forge.example/acme/tools.git");
  }

  private static EventPayload payload(String json) {
    return new EventPayload((Value.Dict) Value.parseJson(json));
  }

  private static EventPayload context(String event, EventPayload payload, CommitInfo subject) {
    return new EventPayload(
        GithubContext.of(
            payload.event(event, UNKNOWN), payload, subject, "CI", ".pawl/workflows/ci.yml"));
  }

  @Test
  void aPushFromAWorkingTree() {
    CommitInfo subject = subject(GitRef.branch("feature/x"));
    EventPayload payload = new LocalEventPayload("push", "", subject, "").payload();

    EventPayload github = context("push", payload, subject);

    assertThat(github.text("event_name")).isEqualTo("push");
    assertThat(github.text("ref")).isEqualTo("refs/heads/feature/x");
    assertThat(github.text("ref_name")).isEqualTo("feature/x");
    assertThat(github.text("ref_type")).isEqualTo("branch");
    assertThat(github.text("sha")).isEqualTo("c0ffee");
    assertThat(github.text("repository")).isEqualTo("acme/tools");
    assertThat(github.text("repository_owner")).isEqualTo("acme");
    assertThat(github.text("head_ref")).isEmpty();
    assertThat(github.text("actor")).isEqualTo("acme");
    assertThat(github.text("workflow")).isEqualTo("CI");
    assertThat(github.text("workflow_ref"))
        .isEqualTo("acme/tools/.pawl/workflows/ci.yml@refs/heads/feature/x");
    assertThat(github.text("server_url")).isEqualTo("https://forge.example");
    assertThat(github.text("api_url")).isEqualTo("https://forge.example/api/v3");
    assertThat(github.text("event", "head_commit", "message")).isEqualTo("A fix\n\nlong");
    assertThat(github.text("event", "repository", "default_branch")).isEqualTo("main");
  }

  @Test
  void aPullRequestFromAWorkingTree() {
    CommitInfo subject = subject(GitRef.branch("feature/x"));
    EventPayload payload =
        new LocalEventPayload("pull_request", "opened", subject, "main").payload();

    EventPayload github = context("pull_request", payload, subject);

    assertThat(payload.event("pull_request", UNKNOWN))
        .isEqualTo(TriggerEvent.pullRequest("opened", "main", UNKNOWN));
    assertThat(github.text("ref")).isEqualTo("refs/pull/0/merge");
    assertThat(github.text("ref_name")).isEqualTo("0/merge");
    assertThat(github.text("head_ref")).isEqualTo("feature/x");
    assertThat(github.text("base_ref")).isEqualTo("main");
    assertThat(github.text("event", "action")).isEqualTo("opened");
    assertThat(github.text("event", "pull_request", "title")).isEqualTo("A fix");
  }

  @Test
  void aGivenPayloadOverridesTheWorkingTree() {
    CommitInfo subject = subject(GitRef.branch("feature/x"));
    EventPayload given =
        payload(
            "{\"Number\": 7, \"pull_request\": {\"base\": {\"ref\": \"dev\"}, \"labels\": [1]}}");

    EventPayload merged =
        new LocalEventPayload("pull_request", "opened", subject, "main").overriddenBy(given);
    EventPayload github = context("pull_request", merged, subject);

    assertThat(github.text("ref")).isEqualTo("refs/pull/7/merge");
    assertThat(github.text("base_ref")).isEqualTo("dev");
    assertThat(github.text("head_ref")).isEqualTo("feature/x");
    assertThat(github.text("event", "action")).isEqualTo("opened");
  }

  @Test
  void aTargetIsTheBase() {
    CommitInfo subject = subject(GitRef.branch("feature/x"));
    EventPayload payload =
        new LocalEventPayload("pull_request_target", "opened", subject, "main").payload();

    assertThat(context("pull_request_target", payload, subject).text("ref"))
        .isEqualTo("refs/heads/main");
  }

  @Test
  void aTag() {
    CommitInfo subject = subject(GitRef.tag("v1"));
    EventPayload payload = new LocalEventPayload("push", "", subject, "").payload();

    assertThat(payload.event("push", UNKNOWN))
        .isEqualTo(TriggerEvent.push(GitRef.tag("v1"), UNKNOWN));
    assertThat(context("push", payload, subject).text("ref_type")).isEqualTo("tag");
  }

  @Test
  void otherEvents() {
    EventPayload payload =
        payload(
            "{\"action\": \"completed\", \"workflow_run\": {\"name\": \"Build\","
                + " \"head_branch\": \"dev\"}}");

    assertThat(payload.event("workflow_run", UNKNOWN))
        .isEqualTo(
            new TriggerEvent(
                "workflow_run", "completed", GitRef.branch("dev"), "", "Build", UNKNOWN));
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

    EventPayload push = payload(Files.readString(webhooks.resolve("push/1.payload.json")));
    EventPayload pull =
        payload(Files.readString(webhooks.resolve("pull_request/opened.payload.json")));

    assertThat(push.event("push", UNKNOWN))
        .isEqualTo(TriggerEvent.push(GitRef.tag("simple-tag"), UNKNOWN));
    assertThat(pull.event("pull_request", UNKNOWN))
        .isEqualTo(TriggerEvent.pullRequest("opened", "master", UNKNOWN));
    assertThat(context("pull_request", pull, subject(GitRef.NONE)).text("ref"))
        .isEqualTo("refs/pull/2/merge");
    assertThat(List.of(push.text("repository", "full_name"), pull.text("sender", "login")))
        .containsExactly("Codertocat/Hello-World", "Codertocat");
  }
}
