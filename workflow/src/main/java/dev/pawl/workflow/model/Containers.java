package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// The containers and the image that a job asks for.
public record Containers(
    Optional<Container> container,
    SequencedMap<String, Container> services,
    Optional<Snapshot> snapshot) {

  public static final Containers NONE =
      new Containers(Optional.empty(), Collections.emptySortedMap(), Optional.empty());

  public Containers {
    services = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(services));
  }

  /// Why a job with these cannot be run; empty where it can.
  public List<Obstacle> obstacles() {
    return Stream.of(
            container.map(found -> obstacle(found.position(), "container")),
            services.values().stream()
                .findFirst()
                .map(found -> obstacle(found.position(), "services")),
            snapshot.map(found -> obstacle(found.position(), "snapshot")))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Obstacle obstacle(Position position, String key) {
    return new Obstacle(
        position, "the job has `" + key + "`, and this version runs no containers or images");
  }
}
