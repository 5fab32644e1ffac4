package dev.pawl.agent.session;

import java.util.List;

/// What outlives the agent: on a disk, or on a simulated one. Called by the session's owner only.
///
/// [#append] is for what must be known again, and comes before it is acted upon.
/// [#appendIfPossible] is for what makes known things superfluous: where that is lost, something is
/// said again that was said enough, which the server answers as before.
public interface AgentSpool {

  /// Keeps nothing: for an agent that dies with its server.
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
        public boolean append(List<? extends SpoolRecord> facts) {
          return true;
        }

        @Override
        public void appendIfPossible(SpoolRecord fact) {}
      };

  /// What was kept by the agent that was here before; asked once, at the start.
  SpoolSnapshot restored();

  /// Whether there is room for another job. Where there is none there may be some for a few words.
  boolean hasRoom();

  /// Keeps all of it, in this order. False if there is no room: then nothing is kept.
  boolean append(List<? extends SpoolRecord> facts);

  /// Takes note of it, if there is room.
  void appendIfPossible(SpoolRecord fact);
}
