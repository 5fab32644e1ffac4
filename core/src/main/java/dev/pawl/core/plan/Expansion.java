package dev.pawl.core.plan;

/// A matrix that is made of another job's output, so that its cells are known only when that job
/// has ended.
///
/// @param need the job whose output it is
/// @param output the output's name; its value is a JSON array
/// @param variable the environment variable by which a cell is told its value
public record Expansion(int need, String output, String variable) {}
