package dev.pawl.agent.session;

import java.util.List;

/// The storage that survives a crash of the agent, on a disk or on a simulated one. Called by the
/// session's owner only.
///
/// [#append] is for records that must survive, and comes before they are acted upon.
/// [#appendIfPossible] is for records that make others obsolete: if one is lost, the agent repeats
/// a message, which the server recognises as a duplicate.
public interface AgentSpool {

  /// Stores nothing: for an agent that lives in the same process as its server.
  AgentSpool NONE =
      new AgentSpool() {
        @Override
        public SpoolSnapshot restored() {
          return SpoolSnapshot.NONE;
        }

        @Override
        public boolean hasRoom() {
          return true;
        }

        @Override
        public boolean append(List<? extends SpoolRecord> entries) {
          return true;
        }

        @Override
        public void appendIfPossible(SpoolRecord entry) {}
      };

  /// The records of the agent that ran before. Called once, at the start.
  SpoolSnapshot restored();

  /// Whether there is room for another job. Messages of current jobs may still fit if there is not.
  boolean hasRoom();

  /// Stores all records, in this order. Returns false, and stores none, if there is no room.
  boolean append(List<? extends SpoolRecord> entries);

  /// Stores a record if there is room.
  void appendIfPossible(SpoolRecord entry);
}
