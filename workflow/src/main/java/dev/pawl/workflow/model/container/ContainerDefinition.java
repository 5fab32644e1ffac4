package dev.pawl.workflow.model.container;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A container for the steps of a job, or a service beside them. It is read and checked; jobs with
/// one are not supported yet.
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

  /// The credentials for the image's registry.
  public record Credentials(Optional<TemplateText> username, Optional<TemplateText> password) {}

  public ContainerDefinition {
    env = TemplateTexts.copyOf(env);
    ports = List.copyOf(ports);
    volumes = List.copyOf(volumes);
  }
}
