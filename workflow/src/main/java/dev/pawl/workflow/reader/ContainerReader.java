package dev.pawl.workflow.reader;

import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Container;
import dev.pawl.workflow.model.Containers;
import dev.pawl.workflow.model.Snapshot;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.model.Texts;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Reads `container`, `services` and `snapshot`.
final class ContainerReader {

  static Containers read(Fields job) {
    SequencedMap<String, Container> services = new LinkedHashMap<>();
    for (YamlEntry entry : job.entries("services")) {
      services.put(entry.name(), container(entry.value(), Place.SERVICE));
    }
    return new Containers(
        job.value("container")
            .filter(node -> !(node instanceof YamlScalar scalar && Scalars.isEmpty(scalar)))
            .map(node -> container(node, Place.CONTAINER)),
        services,
        job.value("snapshot").map(ContainerReader::snapshot));
  }

  private static Container container(YamlNode node, Place place) {
    if (node instanceof YamlMapping mapping) {
      return container(new Fields(place, mapping));
    }
    return new Container(
        node.position(),
        node instanceof YamlScalar scalar ? Optional.of(Scalars.text(scalar)) : Optional.empty(),
        Texts.none(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Container container(Fields fields) {
    boolean isService = fields.place() == Place.SERVICE;
    return new Container(
        fields.position(),
        fields.text("image"),
        fields.textsByName("env"),
        fields.texts("ports"),
        fields.texts("volumes"),
        fields.text("options"),
        fields
            .fields("credentials", Place.CREDENTIALS)
            .map(
                found -> new Container.Credentials(found.text("username"), found.text("password"))),
        isService ? fields.text("entrypoint") : Optional.empty(),
        isService ? fields.text("command") : Optional.empty());
  }

  private static Snapshot snapshot(YamlNode node) {
    if (node instanceof YamlMapping mapping) {
      Fields fields = new Fields(Place.SNAPSHOT, mapping);
      Text name = fields.text("image-name").orElse(new Text("", node.position()));
      return new Snapshot(
          node.position(), name, fields.text("version"), Conditions.read(fields, "if"));
    }
    String name = node instanceof YamlScalar scalar ? Scalars.string(scalar) : "";
    return new Snapshot(
        node.position(), new Text(name, node.position()), Optional.empty(), Optional.empty());
  }

  private ContainerReader() {}
}
