package dev.pawl.server.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommitThreadTest {

  @Test
  void anErrorReachesTheLoopAndTheThreadGoesOn() {
    try (var thread = new CommitThread("commits")) {
      var failed =
          thread.execute(
              () -> {
                throw new StackOverflowError("too deep");
              },
              false,
              () -> {});
      assertThatThrownBy(failed::result).isInstanceOf(StackOverflowError.class);
      var next = thread.execute(() -> {}, false, () -> {});
      next.result();
      assertThat(next.isDone()).isTrue();
    }
  }
}
