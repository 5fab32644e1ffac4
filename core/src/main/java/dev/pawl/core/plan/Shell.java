package dev.pawl.core.plan;

/// What interprets a step's script; the agent knows how each is called.
public enum Shell {
  /// The step names no shell: bash that stops at the first error.
  UNSPECIFIED,
  /// The step asks for bash: as above, a failing pipe stops it too, and no profile is read.
  BASH,
  SH,
  PYTHON
}
