package dev.pawl.workflow.reader.check;

import dev.pawl.expression.Reference;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds references of expressions to names that do not exist. They evaluate to nothing, which is
/// no error but rarely intended, so they are warnings.
final class ReferenceChecker {

  private static final List<String> STEP_PROPERTIES = List.of("outputs", "outcome", "conclusion");
  private static final List<String> JOB_PROPERTIES = List.of("result", "outputs", "cells");
  private static final String OUTPUTS = "outputs";

  /// A missing name, with a hint.
  record Missing(String message, String hint) {}

  private final KnownNames names;

  ReferenceChecker(KnownNames names) {
    this.names = names;
  }

  Optional<Missing> missing(Reference reference) {
    List<String> path = reference.path();
    if (path.isEmpty()) {
      return Optional.empty();
    }
    return switch (reference.context()) {
      case "needs" -> need(path);
      case "steps" -> step(path);
      case "matrix" -> matrix(path.getFirst());
      case "inputs" -> absent(names.inputs(), path.getFirst(), "unknown input ");
      case "secrets" -> secret(path.getFirst());
      case "jobs" -> calledJob(path);
      default ->
          Optional.ofNullable(ContextProperties.OF.get(reference.context()))
              .flatMap(known -> property(known, reference.context(), path.getFirst()));
    };
  }

  private Optional<Missing> need(List<String> path) {
    Set<String> needs = names.job().map(KnownJobNames::needs).orElse(Set.of());
    String id = path.getFirst();
    if (!needs.contains(id)) {
      String hint =
          names.jobs().contains(id)
              ? "add " + PrintableText.quoted(id) + " to the job's `needs`"
              : SpellingSuggestion.hint(id, needs);
      return Optional.of(
          new Missing("`needs` of this job does not list " + PrintableText.quoted(id), hint));
    }
    return path.size() == 1
        ? Optional.empty()
        : property(JOB_PROPERTIES, "needs." + id, path.get(1)).or(() -> output(id, path));
  }

  private Optional<Missing> output(String id, List<String> path) {
    return path.size() < 3 || !path.get(1).equalsIgnoreCase(OUTPUTS)
        ? Optional.empty()
        : names
            .outputs(id)
            .flatMap(known ->
                absent(
                    known, path.get(2), "the job " + PrintableText.quoted(id) + " has no output "));
  }

  private Optional<Missing> step(List<String> path) {
    String id = path.getFirst();
    Set<String> ran = names.stepsThatRan();
    if (!ran.contains(id)) {
      boolean isLater = names.job().filter(job -> job.steps().contains(id)).isPresent();
      return Optional.of(
          new Missing(
              "no step before this one has the id " + PrintableText.quoted(id),
              isLater ? "that step comes later" : SpellingSuggestion.hint(id, ran)));
    }
    return path.size() == 1
        ? Optional.empty()
        : property(STEP_PROPERTIES, "steps." + id, path.get(1));
  }

  private Optional<Missing> matrix(String name) {
    return names
        .job()
        .flatMap(KnownJobNames::matrix)
        .flatMap(axes ->
            axes.isEmpty()
                ? Optional.of(new Missing("the job has no matrix", ""))
                : absent(axes, name, "the matrix has no "));
  }

  /// Checks a secret. A caller may pass more secrets than the workflow declares, so only near
  /// misses are reported.
  private Optional<Missing> secret(String name) {
    return names.secrets().contains(name)
        ? Optional.empty()
        : SpellingSuggestion.nearest(name, names.secrets())
            .map(_ ->
                new Missing(
                    "the workflow declares no secret " + PrintableText.quoted(name),
                    SpellingSuggestion.hint(name, names.secrets())));
  }

  private Optional<Missing> calledJob(List<String> path) {
    String id = path.getFirst();
    return absent(names.jobs(), id, "unknown job ")
        .or(() ->
            path.size() == 1
                ? Optional.empty()
                : property(JOB_PROPERTIES, "jobs." + id, path.get(1)))
        .or(() -> output(id, path));
  }

  private static Optional<Missing> property(Collection<String> known, String owner, String name) {
    return known.stream().anyMatch(name::equalsIgnoreCase)
        ? Optional.empty()
        : Optional.of(
            new Missing(
                PrintableText.quoted(owner) + " has no " + PrintableText.quoted(name),
                SpellingSuggestion.hint(name, known)));
  }

  private static Optional<Missing> absent(Set<String> known, String name, String message) {
    return known.contains(name)
        ? Optional.empty()
        : Optional.of(
            new Missing(
                message + PrintableText.quoted(name), SpellingSuggestion.hint(name, known)));
  }
}
