/// The steps of an attempt: their state, type, end and display name. Plan, attempt and agent use
/// them; nothing here knows a job.
@NullMarked
package dev.pawl.core.step;

import org.jspecify.annotations.NullMarked;
