package dev.pawl.agent.checkout;

import java.nio.file.Path;

/// What a job finds in its workspace when it begins.
public sealed interface Tree {

  /// The repository that the jobs are about, here on this machine.
  Path repository();

  /// The working tree itself: all jobs share it, and nothing of it is theirs to replace.
  record Shared(Path repository) implements Tree {}

  /// Nothing: each job has a directory of its own, and checks out what it needs.
  record Fresh(Path repository) implements Tree {}
}
