package dev.pawl.agent.process;

import java.io.IOException;
import java.nio.file.Path;

/// Starts processes, each as the leader of its own session, and makes the pipes that they print to.
public sealed interface ProcessLauncher permits PosixLauncher, SetsidLauncher {

  /// Starts a process.
  ///
  /// @throws LaunchException if the program cannot be executed
  ChildProcess start(LaunchSpec launch) throws LaunchException;

  /// Makes a named pipe that only its owner may use.
  void makePipe(Path path) throws IOException, InterruptedException;

  /// The launcher by `posix_spawn` where available, otherwise the one by the program `setsid`.
  static ProcessLauncher best() {
    return PosixLauncher.isAvailable() ? PosixLauncher.prepared() : new SetsidLauncher();
  }
}
