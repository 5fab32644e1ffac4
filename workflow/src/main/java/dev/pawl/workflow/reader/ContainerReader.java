package dev.pawl.workflow.reader;

import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.container.ContainerDefinition;
import dev.pawl.workflow.model.container.ImageSnapshot;
import dev.pawl.workflow.model.container.JobContainers;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import dev.pawl.workflow.reader.value.ConditionReader;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
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

  static JobContainers read(SectionReader job) {
    SequencedMap<String, ContainerDefinition> services = new LinkedHashMap<>();
    for (YamlEntry entry : job.entries("services")) {
      services.put(entry.name(), container(entry.value(), KeySection.SERVICE));
    }
    return new JobContainers(
        job.value("container")
            .filter(node -> !(node instanceof YamlScalar scalar && ScalarValues.isEmpty(scalar)))
            .map(node -> container(node, KeySection.CONTAINER)),
        services,
        job.value("snapshot").map(ContainerReader::snapshot));
  }

  private static ContainerDefinition container(YamlNode node, KeySection section) {
    if (node instanceof YamlMapping mapping) {
      return container(new SectionReader(section, mapping));
    }
    return new ContainerDefinition(
        node.position(),
        node instanceof YamlScalar scalar
            ? Optional.of(ScalarValues.text(scalar))
            : Optional.empty(),
        TemplateTexts.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static ContainerDefinition container(SectionReader fields) {
    boolean isService = fields.section() == KeySection.SERVICE;
    return new ContainerDefinition(
        fields.position(),
        fields.text("image"),
        fields.textsByName("env"),
        fields.texts("ports"),
        fields.texts("volumes"),
        fields.text("options"),
        fields
            .fields("credentials", KeySection.CREDENTIALS)
            .map(found ->
                new ContainerDefinition.Credentials(
                    found.text("username"), found.text("password"))),
        isService ? fields.text("entrypoint") : Optional.empty(),
        isService ? fields.text("command") : Optional.empty());
  }

  private static ImageSnapshot snapshot(YamlNode node) {
    if (node instanceof YamlMapping mapping) {
      SectionReader fields = new SectionReader(KeySection.SNAPSHOT, mapping);
      TemplateText name = fields.text("image-name").orElse(new TemplateText("", node.position()));
      return new ImageSnapshot(
          node.position(), name, fields.text("version"), ConditionReader.read(fields, "if"));
    }
    String name = node instanceof YamlScalar scalar ? ScalarValues.string(scalar) : "";
    return new ImageSnapshot(
        node.position(),
        new TemplateText(name, node.position()),
        Optional.empty(),
        Optional.empty());
  }

  private ContainerReader() {}
}
