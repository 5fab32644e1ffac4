package dev.pawl.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Addresses of databases, as people write them and as the driver takes them.
class StoreOptionTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          postgresql://db/pawl,                          jdbc:postgresql://db/pawl
          postgres://ana@db:5433/pawl,                   jdbc:postgresql://db:5433/pawl?user=ana
          postgresql://ana:s%40me@db/pawl?sslmode=require, jdbc:postgresql://db/pawl?user=ana&password=s%40me&sslmode=require
          jdbc:postgresql://db/pawl?user=ana,            jdbc:postgresql://db/pawl?user=ana
          """)
  void anAddressBecomesTheDrivers(String address, String jdbc) {
    assertThat(StoreOption.isAddress(address)).isTrue();
    assertThat(StoreOption.jdbc(address)).isEqualTo(jdbc);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          postgresql://db/pawl,                            postgresql://db/pawl
          postgresql://ana:s%40me@db/pawl?sslmode=require, postgresql://ana@db/pawl?sslmode=require
          jdbc:postgresql://db/pawl?user=ana&password=x,   jdbc:postgresql://db/pawl?user=ana
          jdbc:postgresql://db/pawl?password=x&user=ana,   jdbc:postgresql://db/pawl?user=ana
          jdbc:postgresql://db/pawl?password=x,            jdbc:postgresql://db/pawl
          """)
  void noPasswordIsShown(String address, String shown) {
    assertThat(StoreOption.withoutPassword(address)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          jdbc:postgresql://db/pawl,                                   postgresql://db/pawl
          jdbc:postgresql://db:5433/pawl?sslmode=require&user=ana&a=b, postgresql://ana@db:5433/pawl
          """)
  void itsOwnToolsTakeItsAddress(String jdbc, String address) {
    assertThat(StoreOption.libpqAddress(jdbc)).isEqualTo(address);
  }

  @Test
  void anythingElseIsNone() {
    assertThat(StoreOption.isAddress("pawl.db")).isFalse();
    assertThat(StoreOption.isAddress("mysql://db/pawl")).isFalse();
    assertThat(StoreOption.isAddress("postgresql://")).isFalse();
  }
}
