package dev.pawl.workflow.model.container;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// The containers, services and image snapshot of a job.
public record JobContainers(
    Optional<ContainerDefinition> container,
    SequencedMap<String, ContainerDefinition> services,
    Optional<ImageSnapshot> snapshot) {

  public static final JobContainers NONE =
      new JobContainers(Optional.empty(), Collections.emptySortedMap(), Optional.empty());

  /// A well-formed part of a job that this version cannot run, with the reason.
  public record UnsupportedFeature(Position position, String reason) {}

  public JobContainers {
    services = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(services));
  }

  /// The reasons why a job with these cannot run; empty where it can.
  public List<UnsupportedFeature> unsupportedFeatures() {
    return Stream.of(
            container.map(found -> obstacle(found.position(), "container")),
            services.values().stream()
                .findFirst()
                .map(found -> obstacle(found.position(), "services")),
            snapshot.map(found -> obstacle(found.position(), "snapshot")))
        .flatMap(Optional::stream)
        .toList();
  }

  private static UnsupportedFeature obstacle(Position position, String key) {
    return new UnsupportedFeature(
        position, "the job has `" + key + "`, which is not supported in this version");
  }
}
