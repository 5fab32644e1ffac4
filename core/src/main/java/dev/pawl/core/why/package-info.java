/// Explains the state of runs, jobs and attempts as data: why, and what happens next and when. It
/// reads state and deadlines, and changes nothing.
@NullMarked
package dev.pawl.core.why;

import org.jspecify.annotations.NullMarked;
