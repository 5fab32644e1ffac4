package dev.pawl.workflow.model.container;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A container in which a job's steps would run, or that would run beside them. Read and checked;
/// no job with one can be run yet.
public record ContainerDefinition(
    Position position,
    Optional<TemplateText> image,
    SequencedMap<String, TemplateText> env,
    List<TemplateText> ports,
    List<TemplateText> volumes,
    Optional<TemplateText> options,
    Optional<Credentials> credentials,
    Optional<TemplateText> entrypoint,
    Optional<TemplateText> command) {

  /// For the registry that has the image.
  public record Credentials(Optional<TemplateText> username, Optional<TemplateText> password) {}

  public ContainerDefinition {
    env = TemplateTexts.copyOf(env);
    ports = List.copyOf(ports);
    volumes = List.copyOf(volumes);
  }
}
