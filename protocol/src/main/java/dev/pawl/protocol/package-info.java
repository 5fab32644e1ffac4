/// The protocol between server and agents: one sealed family of messages, their codec, and log
/// frames.
///
/// Messages enter and frames leave, and the reverse. The job in a dispatch is the plan's own
/// record. Nothing here knows sockets, stores or the engine.
@NullMarked
package dev.pawl.protocol;

import org.jspecify.annotations.NullMarked;
