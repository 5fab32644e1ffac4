package dev.pawl.agent.session;

import java.util.List;

/// What outlives the agent: on a disk, or on a simulated one. Called by the session's owner only.
///
/// [#keep] is for what must be known again, and comes before it is acted upon. [#note] is for what
/// makes known things superfluous: where that is lost, something is said again that was said
/// enough, which the server answers as before.
public interface Memory {

  /// Keeps nothing: for an agent that dies with its server.
  Memory NONE =
      new Memory() {
        @Override
        public Recollection recalled() {
          return Recollection.NONE;
        }

        @Override
        public boolean hasRoom() {
          return true;
        }

        @Override
        public boolean keep(List<? extends Fact> facts) {
          return true;
        }

        @Override
        public void note(Fact fact) {}
      };

  /// What was kept by the agent that was here before; asked once, at the start.
  Recollection recalled();

  /// Whether there is room for another job. Where there is none there may be some for a few words.
  boolean hasRoom();

  /// Keeps all of it, in this order. False if there is no room: then nothing is kept.
  boolean keep(List<? extends Fact> facts);

  /// Takes note of it, if there is room.
  void note(Fact fact);
}
