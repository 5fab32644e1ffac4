/// A day of a team: what people do with a server and locally, by commands and requests only.
@NullMarked
package dev.pawl.cli.day;

import org.jspecify.annotations.NullMarked;
