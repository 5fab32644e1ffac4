package dev.pawl.cli.configuration;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// Adds an option for each setting of the table to the model of `pawl server`.
public final class ServerOptionsModel implements IModelTransformer {

  @Override
  public CommandSpec transform(CommandSpec command) {
    for (Setting setting : Setting.values()) {
      if (command.findOption(setting.flag()) == null) {
        command.addOption(option(setting));
      }
    }
    return command;
  }

  private static OptionSpec option(Setting setting) {
    OptionSpec.Builder option =
        OptionSpec.builder(setting.flag()).description(description(setting)).type(String.class);
    if (setting.format() instanceof SettingFormat.Toggle) {
      return option.type(boolean.class).arity("0").build();
    }
    option.arity("1").paramLabel(setting.label());
    if (setting.format() instanceof SettingFormat.Word(var words)) {
      option.completionCandidates(words);
    }
    return option.build();
  }

  private static String description(Setting setting) {
    return setting.defaultText().isEmpty() || setting.format() instanceof SettingFormat.Toggle
        ? setting.description()
        : "%s Default: %s.".formatted(setting.description(), setting.defaultText());
  }

  /// The values of the options that were given.
  public static Map<Setting, String> given(ParseResult line) {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      Optional.ofNullable(line.matchedOption(setting.flag()))
          .ifPresent(option -> given.put(setting, String.valueOf(option.<Object>getValue())));
    }
    return given;
  }
}
