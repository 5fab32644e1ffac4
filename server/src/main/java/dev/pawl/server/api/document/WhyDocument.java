package dev.pawl.server.api.document;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.FactText;
import dev.pawl.server.api.document.RunDocument.NextDocument;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a run or a job is in its state, and what happens next.
///
/// @param run id of the run
/// @param job id of the job; null for the whole run
/// @param lines the facts in words
/// @param facts each with its `kind`: `approvals`, `in_group`, …
/// @param next what happens by time alone, unless somebody acts before; null if nothing does
public record WhyDocument(
    String run,
    long number,
    @Nullable String job,
    String state,
    String phase,
    String reason,
    String message,
    List<String> lines,
    List<Fact> facts,
    @Nullable NextDocument next) {

  public WhyDocument {
    lines = List.copyOf(lines);
    facts =
        Collections.unmodifiableList(facts); // one that is read may have null for an unknown kind
  }

  public static WhyDocument of(
      String run,
      long number,
      @Nullable String job,
      String state,
      Explanation explained,
      Instant now) {
    return new WhyDocument(
        run,
        number,
        job,
        state,
        Machine.wireName(explained.status().phase()),
        Machine.wireName(explained.status().reason()),
        explained.status().message(),
        new FactText(now).lines(explained),
        explained.facts(),
        NextDocument.of(Optional.of(explained)));
  }
}
