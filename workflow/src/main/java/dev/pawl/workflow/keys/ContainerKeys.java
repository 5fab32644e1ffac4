package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.ContextAvailability.NONE;
import static dev.pawl.workflow.keys.KeyDefinition.key;
import static dev.pawl.workflow.keys.KeyDefinition.required;
import static dev.pawl.workflow.keys.KeySection.CONTAINER;
import static dev.pawl.workflow.keys.KeySection.CREDENTIALS;
import static dev.pawl.workflow.keys.KeySection.SERVICE;
import static dev.pawl.workflow.keys.KeySection.SNAPSHOT;
import static dev.pawl.workflow.keys.KeyStatus.PART;
import static dev.pawl.workflow.keys.ValueShapes.TEXT;
import static dev.pawl.workflow.keys.ValueShapes.WORD;
import static dev.pawl.workflow.keys.ValueShapes.fields;
import static dev.pawl.workflow.keys.ValueShapes.listOf;
import static dev.pawl.workflow.keys.ValueShapes.mapOf;
import static dev.pawl.workflow.keys.ValueShapes.scalar;

import java.util.List;
import java.util.stream.Stream;

/// The keys of a job's containers, services and image snapshot, which are only checked.
final class ContainerKeys {

  // spotless:off
  private static final List<KeyDefinition> OF_SERVICES = List.of(
      //  section  key           status shape expressions              note
      key(SERVICE, "entrypoint", PART,  TEXT, ContextAvailability.JOB, "replaces the image's own"),
      key(SERVICE, "command",    PART,  TEXT, ContextAvailability.JOB, "replaces the image's own"));

  private static final List<KeyDefinition> OTHERS = List.of(
      key(     CREDENTIALS, "username",   PART,  WORD,                           ContextAvailability.CREDENTIALS, "the user name for the registry"),
      key(     CREDENTIALS, "password",   PART,  WORD,                           ContextAvailability.CREDENTIALS, "the password, from a secret"),
      required(SNAPSHOT,    "image-name", PART,  WORD,                           ContextAvailability.JOB,         "the name of the image"),
      key(     SNAPSHOT,    "version",    PART,  WORD,                           ContextAvailability.JOB,         "its version"),
      key(     SNAPSHOT,    "if",         PART,  scalar(ScalarFormat.CONDITION), ContextAvailability.JOB,         "the condition under which the image is made"));

  private static Stream<KeyDefinition> ofEach(KeySection section) {
    return Stream.of(
      required(section,  "image",       PART,  WORD,                ContextAvailability.JOB,           "the image"),
      key(     section,  "env",         PART,  mapOf(TEXT),         ContextAvailability.CONTAINER_ENV, "its environment"),
      key(     section,  "ports",       PART,  listOf(WORD),        ContextAvailability.JOB,           "the ports that it exposes"),
      key(     section,  "volumes",     PART,  listOf(WORD),        ContextAvailability.JOB,           "the volumes that it mounts"),
      key(     section,  "options",     PART,  TEXT,                ContextAvailability.JOB,           "further options of the container runtime"),
      key(     section,  "credentials", PART,  fields(CREDENTIALS), NONE,                              "the login at the image's registry"));
  }
  // spotless:on

  static final List<KeyDefinition> ROWS =
      Stream.of(ofEach(CONTAINER), ofEach(SERVICE), OF_SERVICES.stream(), OTHERS.stream())
          .flatMap(rows -> rows)
          .toList();

  private ContainerKeys() {}
}
