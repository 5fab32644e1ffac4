package dev.pawl.server.store.journal;

import dev.pawl.server.store.AggregateKey;

/// An entry of an aggregate's journal: its transitions in one commit. The hash covers exactly these
/// texts.
///
/// @param seq sequence number of its first transition
/// @param decisions how many decisions of the commit it records
/// @param transitions a JSON array
public record JournalEntry(
    AggregateKey aggregate,
    long seq,
    int decisions,
    String commitId,
    String at,
    String transitions) {}
