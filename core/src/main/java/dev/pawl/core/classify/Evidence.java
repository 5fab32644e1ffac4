package dev.pawl.core.classify;

/// The evidence for the class of a failure.
///
/// @param rule the name of the rule that matched
/// @param line the log line that matched; empty if the rule is not about the log
public record Evidence(String rule, String line) {}
