package dev.pawl.agent.isolation;

import dev.pawl.agent.process.LaunchException;
import dev.pawl.agent.process.SystemUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The users that may be users of slots: a range of names, or a range of numbers.
///
/// @param prefix the part of the names before the number; empty for users that are only numbers
public record SlotUsers(String prefix, int first, int last) {

  /// Users that an operator may make.
  private static final SlotUsers NAMED = new SlotUsers("pawl-", 0, 999);

  /// Numbers that no distribution gives to people, services, containers or subordinate ids.
  public static final SlotUsers NUMBERED = new SlotUsers("", 2_000_000_000, 2_000_000_999);

  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,10})(?:-|\\.\\.)(\\d{1,10})");
  private static final Pattern NAMES =
      Pattern.compile("([A-Za-z_][A-Za-z0-9_-]*?)(\\d{1,9})\\.\\.\\1(\\d{1,9})");

  /// Reads a range: `200000-200015`, or `builder0..builder7`.
  ///
  /// @return empty if the text is not a range
  public static Optional<SlotUsers> parse(String text) {
    Matcher numbers = NUMBERS.matcher(text);
    Matcher names = NAMES.matcher(text);
    if (numbers.matches()) {
      return range("", numbers.group(1), numbers.group(2));
    }
    return names.matches()
        ? range(names.group(1), names.group(2), names.group(3))
        : Optional.empty();
  }

  private static Optional<SlotUsers> range(String prefix, String first, String last) {
    long from = Long.parseLong(first);
    long to = Long.parseLong(last);
    boolean isRange = from <= to && to < Integer.MAX_VALUE && (from > 0 || !prefix.isEmpty());
    return isRange ? Optional.of(new SlotUsers(prefix, (int) from, (int) to)) : Optional.empty();
  }

  /// The range that is used if the operator names none: `pawl-0`, `pawl-1` and so on if the first
  /// of them exists, otherwise numbers.
  public static SlotUsers unspecified() throws LaunchException, InterruptedException {
    return SystemUser.find(NAMED.name(0)).isPresent() ? NAMED : NUMBERED;
  }

  /// Claims as many users as there are slots.
  ///
  /// @throws LaunchException if there are not enough, or one of them is not for jobs
  public List<JobSlot> claim(int slots, UserClaims claims)
      throws LaunchException, InterruptedException {
    List<JobSlot> claimed = new ArrayList<>();
    for (int number = first; number <= last && claimed.size() < slots; number++) {
      SystemUser user = user(number);
      if (claims.claim(user.uid())) {
        claimed.add(JobSlot.ownedBy(claimed.size(), user));
      }
    }
    if (claimed.size() < slots) {
      throw new LaunchException(
          "%s are not enough for %d slots: %d of them are not in use by another agent"
              .formatted(this, slots, claimed.size()));
    }
    return claimed;
  }

  private SystemUser user(int number) throws LaunchException, InterruptedException {
    Optional<SystemUser> listed = SystemUser.find(name(number));
    if (!prefix.isEmpty()) {
      SystemUser user =
          listed.orElseThrow(
              () -> new LaunchException("user '%s' does not exist".formatted(name(number))));
      if (user.uid() == 0) {
        throw new LaunchException("user '%s' is root".formatted(user.name()));
      }
      return user;
    }
    if (listed.isPresent()) {
      throw new LaunchException(
          "%d is the number of user '%s'. The users of slots must be for jobs alone: their processes"
                  .formatted(number, listed.get().name())
              + " are killed and their files deleted");
    }
    return SystemUser.numbered(number);
  }

  private String name(int number) {
    return prefix + number;
  }

  @Override
  public String toString() {
    return "the users %s to %s".formatted(name(first), name(last));
  }
}
