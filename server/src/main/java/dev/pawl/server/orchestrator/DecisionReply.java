package dev.pawl.server.orchestrator;

import dev.pawl.core.engine.Decision;
import dev.pawl.server.store.StoredAnswer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The reply to a request, completed when the decision is durable.
final class DecisionReply extends CompletableFuture<Decision> {

  private final Optional<StoredAnswer> answer;

  /// @param answer that is stored with the decision, if it is accepted and the request may be
  ///   repeated
  DecisionReply(Optional<StoredAnswer> answer) {
    this.answer = answer;
  }

  Optional<StoredAnswer> answer() {
    return answer;
  }
}
