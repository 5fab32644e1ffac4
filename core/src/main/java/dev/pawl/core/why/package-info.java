/// Why a run, a job or an attempt is where it is, and what happens next and when: as data.
@NullMarked
package dev.pawl.core.why;

import org.jspecify.annotations.NullMarked;
