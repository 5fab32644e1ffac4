/// Logs of steps, in files beside the store.
///
/// Frames of agents enter through [LogReceiver], and are durable before they are acknowledged;
/// readers and followers read by offset or line. Nothing here goes through the command loop or the
/// database.
@NullMarked
package dev.pawl.server.logs;

import org.jspecify.annotations.NullMarked;
