/// Commands to the engine, and what it answers besides events: refusals, and effects to deliver
/// after the commit. The server creates commands and delivers effects; nothing here decides
/// anything.
@NullMarked
package dev.pawl.core.command;

import org.jspecify.annotations.NullMarked;
