package dev.pawl.server.dispatch;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.QueuedAttempt;

/// Identifies a queued attempt.
record QueuedAttemptKey(RunId run, AttemptRef attempt) {

  static QueuedAttemptKey of(QueuedAttempt ready) {
    return new QueuedAttemptKey(ready.run(), ready.attempt());
  }
}
