package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A container in which a job's steps would run, or that would run beside them. Read and checked;
/// no job with one can be run yet.
public record Container(
    Position position,
    Optional<Text> image,
    SequencedMap<String, Text> env,
    List<Text> ports,
    List<Text> volumes,
    Optional<Text> options,
    Optional<Credentials> credentials,
    Optional<Text> entrypoint,
    Optional<Text> command) {

  /// For the registry that has the image.
  public record Credentials(Optional<Text> username, Optional<Text> password) {}

  public Container {
    env = Texts.copyOf(env);
    ports = List.copyOf(ports);
    volumes = List.copyOf(volumes);
  }
}
