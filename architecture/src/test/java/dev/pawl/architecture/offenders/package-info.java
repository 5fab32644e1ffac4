/// Everything that the rules forbid, done on purpose, each below the module that must not.
@NullMarked
package dev.pawl.architecture.offenders;

import org.jspecify.annotations.NullMarked;
