package dev.pawl.core.classify;

/// What a failure's class was found by.
///
/// @param rule the name of the rule that fitted
/// @param line the line of the log that it fitted; empty if it was not about the log
public record Evidence(String rule, String line) {}
