package dev.pawl.server.runtime;

/// Hears of every change, after it is durable and in order. Called by the loop: it must not block.
public interface RunObserver {

  void changed(Change change);
}
