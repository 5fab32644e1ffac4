package dev.pawl.server.store.codec;

import static dev.pawl.server.store.codec.JsonFields.instant;
import static dev.pawl.server.store.codec.JsonFields.longNumber;
import static dev.pawl.server.store.codec.JsonFields.number;
import static dev.pawl.server.store.codec.JsonFields.object;
import static dev.pawl.server.store.codec.JsonFields.text;

import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Origin.Lineage;
import dev.pawl.core.run.Origin.Source;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Where a run that is still to be started comes from, as JSON, and back.
final class OriginCodec {

  static ObjectNode encode(Origin origin) {
    return object()
        .put("number", origin.number())
        .put("workflow", origin.workflow())
        .put("file", origin.file())
        .put("event", origin.event())
        .put("startedBy", origin.startedBy().toString())
        .put("owner", origin.owner())
        .put("at", origin.at().toString())
        .put("repository", origin.source().repository())
        .put("commit", origin.source().commit())
        .put("opened", origin.lineage().opened())
        .put("attempt", origin.lineage().attempt())
        .put("retries", origin.lineage().retries());
  }

  static Origin decode(JsonNode node) {
    return new Origin(
        longNumber(node, "number"),
        text(node, "workflow"),
        text(node, "file"),
        text(node, "event"),
        ReferenceCodec.actor(text(node, "startedBy")),
        text(node, "owner"),
        instant(node, "at"),
        new Source(text(node, "repository"), text(node, "commit")),
        new Lineage(text(node, "opened"), number(node, "attempt"), number(node, "retries")));
  }

  private OriginCodec() {}
}
