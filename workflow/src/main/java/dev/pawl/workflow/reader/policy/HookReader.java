package dev.pawl.workflow.reader.policy;

import dev.pawl.core.plan.Hook;
import dev.pawl.core.step.StepType;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads `hooks`, in the order of the file.
final class HookReader {

  private static final Map<String, StepType> TYPES =
      Map.of(
          "before-step", StepType.BEFORE_STEP,
          "after-step", StepType.AFTER_STEP,
          "on-success", StepType.ON_SUCCESS,
          "on-failure", StepType.ON_FAILURE,
          "on-cancel", StepType.ON_CANCEL,
          "cleanup", StepType.CLEANUP);

  static List<Hook> read(SectionReader outer, KeySection inner) {
    return outer.fields("hooks", inner).stream()
        .flatMap(hooks -> hooks.mapping().entries().stream())
        .flatMap(entry ->
            Optional.ofNullable(TYPES.get(entry.name()))
                .flatMap(type -> hook(type, entry))
                .stream())
        .toList();
  }

  private static Optional<Hook> hook(StepType type, YamlEntry entry) {
    if (entry.value() instanceof YamlScalar script) {
      return Optional.of(Hook.of(type, ScalarValues.string(script)));
    }
    if (entry.value() instanceof YamlMapping mapping) {
      SectionReader hook = new SectionReader(KeySection.HOOK, mapping);
      return Optional.of(new Hook(type, hook.string("run"), hook.duration("timeout")));
    }
    return Optional.empty();
  }

  private HookReader() {}
}
