package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Groups, fair share and flaky failures on a server, which go by the repository and the commit of
/// a run.
class RepositoryScopeIT extends ServerFixture {

  private static final String SHOP = "https://forge.example/acme/shop";
  private static final String SHOP_TOO = "ssh://git@Forge.example/acme/shop.git";
  private static final String BLOG = "https://forge.example/acme/blog";
  private static final String COMMIT = "c0ffee".repeat(6) + "c0de";

  private String run(ServerProcess server, String repository, String workflow) {
    return api(server).run(workflow, repository, COMMIT).orElseThrow();
  }

  /// A job that runs until the file `end-NAME` is there.
  private String job(String name, String more) {
    return "  %1$s: { runs-on: linux, %2$ssteps: [ { run: 'echo %1$s >>%3$s/order; until [ -e %3$s/end-%1$s ]; do sleep 0.02; done' } ] }\n"
        .formatted(name, more, directory);
  }

  private String grouped(String name, String group) {
    return "on: push\njobs:\n" + job(name, "concurrency: '%s', ".formatted(group));
  }

  private void end(String name) throws IOException {
    Files.writeString(directory.resolve("end-" + name), "");
  }

  private List<String> order() {
    try {
      return Files.exists(directory.resolve("order"))
          ? Files.readAllLines(directory.resolve("order"))
          : List.of();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void awaitStart(String name) {
    Await.until(() -> name + " is not in " + order(), () -> order().contains(name));
  }

  @Test
  void groupsOfTwoRepositoriesDoNotCollide() throws IOException {
    ServerProcess server = startServer();
    agent(server, "a", "--slots", "8");
    run(server, SHOP, grouped("shop", "deploy"));
    awaitStart("shop");
    String same = run(server, SHOP_TOO, grouped("again", "deploy"));
    run(server, BLOG, grouped("blog", "deploy"));
    awaitStart("blog");
    run(server, SHOP, grouped("wide", "org:deploy"));
    awaitStart("wide");
    String other = run(server, BLOG, grouped("wider", "org:deploy"));
    run(server, BLOG, grouped("last", "other"));
    awaitStart("last");

    assertThat(order()).containsExactly("shop", "blog", "wide", "last");
    assertThat(waits(server, same)).isEqualTo("Waiting for deploy (1 ahead)");
    assertThat(waits(server, other)).isEqualTo("Waiting for org:deploy (1 ahead)");
    end("shop");
    awaitStart("again");
    end("wide");
    awaitStart("wider");
  }

  private String waits(ServerProcess server, String run) {
    return job(server, run, 0).get("message").asString();
  }

  private JsonNode job(ServerProcess server, String run, int index) {
    return api(server).show(run).get("jobs").get(index);
  }

  @Test
  void agentsAreSharedAndFlakyJobsFoundByRepository() throws IOException {
    ServerProcess server = startServer();
    agent(server, "a", "--slots", "2");
    run(server, SHOP, "on: push\njobs:\n" + job("a", "") + job("b", "") + job("c", ""));
    awaitStart("a");
    awaitStart("b");
    String blog = run(server, BLOG, "on: push\njobs:\n" + job("d", ""));
    end("a");
    awaitStart("d"); // the shop has a lease in use, the blog has none
    assertThat(order()).doesNotContain("c");
    end("b");
    end("c");
    end("d");
    awaitEnd(server, blog);

    String test =
        "on: push\njobs: { t: { runs-on: linux, retry: { max: 1, on: [flaky], backoff: 1ms }, steps: [ { run: '[ ! -e %s/red ]' } ] } }"
            .formatted(directory);
    assertThat(awaitEnd(server, run(server, SHOP, test))).isEqualTo("success");
    Files.writeString(directory.resolve("red"), "");
    String flaky = run(server, SHOP_TOO, test);
    String red = run(server, BLOG, test);

    assertThat(awaitEnd(server, flaky)).isEqualTo("failed");
    assertThat(job(server, flaky, 0).get("attempt").asInt()).isEqualTo(2);
    assertThat(awaitEnd(server, red)).isEqualTo("failed");
    assertThat(job(server, red, 0).get("attempt").asInt()).isEqualTo(1);
  }
}
