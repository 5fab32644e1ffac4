package dev.pawl.server.runtime;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.run.RunId;

/// Which attempt is in the queue.
record InQueue(RunId run, AttemptRef attempt) {

  static InQueue of(Ready ready) {
    return new InQueue(ready.run(), ready.attempt());
  }
}
