package dev.pawl.cli.configuration;

/// The configuration is invalid. The message says where and why.
public final class InvalidConfigurationException extends RuntimeException {

  private final boolean isOfFile;

  private InvalidConfigurationException(String message, boolean isOfFile) {
    super(message, null, false, false);
    this.isOfFile = isOfFile;
  }

  /// An invalid option or variable, or values that exclude each other.
  static InvalidConfigurationException ofValue(String message) {
    return new InvalidConfigurationException(message, false);
  }

  /// An invalid file.
  ///
  /// @param diagnostics as compilers print them, each line ended
  static InvalidConfigurationException ofFile(String diagnostics) {
    return new InvalidConfigurationException(diagnostics, true);
  }

  /// Whether the message is a list of diagnostics.
  public boolean isOfFile() {
    return isOfFile;
  }
}
