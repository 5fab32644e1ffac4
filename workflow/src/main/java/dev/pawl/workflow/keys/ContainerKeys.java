package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.KeyStatus.PART;
import static dev.pawl.workflow.keys.Place.CONTAINER;
import static dev.pawl.workflow.keys.Place.CREDENTIALS;
import static dev.pawl.workflow.keys.Place.SERVICE;
import static dev.pawl.workflow.keys.Place.SNAPSHOT;
import static dev.pawl.workflow.keys.Row.key;
import static dev.pawl.workflow.keys.Row.required;
import static dev.pawl.workflow.keys.Scope.NONE;
import static dev.pawl.workflow.keys.Shapes.TEXT;
import static dev.pawl.workflow.keys.Shapes.WORD;
import static dev.pawl.workflow.keys.Shapes.fields;
import static dev.pawl.workflow.keys.Shapes.listOf;
import static dev.pawl.workflow.keys.Shapes.mapOf;
import static dev.pawl.workflow.keys.Shapes.scalar;

import java.util.List;
import java.util.stream.Stream;

/// The keys of what a job runs in and beside, all of which is only checked.
final class ContainerKeys {

  // spotless:off
  private static final List<Key> OF_SERVICES = List.of(
      //       place        key            status shape                     expressions          note
      key(     SERVICE,     "entrypoint",  PART,  TEXT,                     Scope.JOB,           "in place of the image's own"),
      key(     SERVICE,     "command",     PART,  TEXT,                     Scope.JOB,           "in place of the image's own"));

  private static final List<Key> OTHERS = List.of(
      key(     CREDENTIALS, "username",    PART,  WORD,                     Scope.CREDENTIALS,   "who fetches the image"),
      key(     CREDENTIALS, "password",    PART,  WORD,                     Scope.CREDENTIALS,   "from a secret"),
      required(SNAPSHOT,    "image-name",  PART,  WORD,                     Scope.JOB,           "what it is called"),
      key(     SNAPSHOT,    "version",     PART,  WORD,                     Scope.JOB,           "its version"),
      key(     SNAPSHOT,    "if",          PART,  scalar(Format.CONDITION), Scope.JOB,           "the condition under which it is made"));

  private static Stream<Key> ofEach(Place place) {
    return Stream.of(
      required(place,       "image",       PART,  WORD,                     Scope.JOB,           "what it is made of"),
      key(     place,       "env",         PART,  mapOf(TEXT),              Scope.CONTAINER_ENV, "its environment"),
      key(     place,       "ports",       PART,  listOf(WORD),             Scope.JOB,           "those that it offers"),
      key(     place,       "volumes",     PART,  listOf(WORD),             Scope.JOB,           "those that it sees"),
      key(     place,       "options",     PART,  TEXT,                     Scope.JOB,           "further ones of whatever runs it"),
      key(     place,       "credentials", PART,  fields(CREDENTIALS),      NONE,                "for where the image comes from"));
  }
  // spotless:on

  static final List<Key> ROWS =
      Stream.of(ofEach(CONTAINER), ofEach(SERVICE), OF_SERVICES.stream(), OTHERS.stream())
          .flatMap(rows -> rows)
          .toList();

  private ContainerKeys() {}
}
