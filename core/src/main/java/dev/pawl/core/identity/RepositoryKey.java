package dev.pawl.core.identity;

/// Identifies a repository of an org. Runs are numbered, groups are named and agents are shared by
/// it.
///
/// @param repository empty for runs of no repository
public record RepositoryKey(String org, String repository) {}
