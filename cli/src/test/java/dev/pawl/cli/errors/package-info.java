/// Errors in single threads of pawl processes, such as a lack of memory: an [ErrorInjector] throws
/// them, and the tests check that the process ends, with its jobs.
@NullMarked
package dev.pawl.cli.errors;

import org.jspecify.annotations.NullMarked;
