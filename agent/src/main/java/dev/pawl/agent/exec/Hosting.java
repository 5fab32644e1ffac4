package dev.pawl.agent.exec;

import dev.pawl.agent.process.Launcher;
import dev.pawl.agent.process.User;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// How an agent hosts its jobs.
///
/// @param user whose processes they are, and whose files; the agent's own if there is none
/// @param name what people call the agent; empty for nothing in particular
/// @param kept told where the directory of a job that failed has been kept; none are, if there is
///   nobody to be told
public record Hosting(
    Launcher launcher, String name, Optional<User> user, Optional<Consumer<Path>> kept) {

  /// As the agent's own user, and nothing is kept.
  public static Hosting plain() {
    return new Hosting(Launcher.best(), "", Optional.empty(), Optional.empty());
  }

  public Hosting by(Launcher other) {
    return new Hosting(other, name, user, kept);
  }

  public Hosting named(String agent) {
    return new Hosting(launcher, agent, user, kept);
  }

  public Hosting as(User somebody) {
    return new Hosting(launcher, name, Optional.of(somebody), kept);
  }

  public Hosting keepingFailed(Consumer<Path> told) {
    return new Hosting(launcher, name, user, Optional.of(told));
  }
}
