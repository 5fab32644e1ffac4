package dev.pawl.architecture.offenders.core;

import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

final class TakesChances {
  static List<Object> chances(Random random, RandomGenerator generator) {
    return List.of(
        random,
        generator,
        new SecureRandom(),
        ThreadLocalRandom.current().nextInt(),
        Math.random(),
        UUID.randomUUID());
  }

  private TakesChances() {}
}
