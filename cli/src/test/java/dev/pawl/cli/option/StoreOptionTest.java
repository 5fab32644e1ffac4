package dev.pawl.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Conversion of database addresses.
class StoreOptionTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          postgresql://db/pawl,                          jdbc:postgresql://db/pawl
          postgres://ops@db:5433/pawl,                   jdbc:postgresql://db:5433/pawl?user=ops
          postgresql://ops:s%40me@db/pawl?sslmode=require, jdbc:postgresql://db/pawl?user=ops&password=s%40me&sslmode=require
          jdbc:postgresql://db/pawl?user=ops,            jdbc:postgresql://db/pawl?user=ops
          """)
  void convertsAnAddressToJdbc(String address, String jdbc) {
    assertThat(StoreOption.isAddress(address)).isTrue();
    assertThat(StoreOption.jdbc(address)).isEqualTo(jdbc);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          postgresql://db/pawl,                            postgresql://db/pawl
          postgresql://ops:s%40me@db/pawl?sslmode=require, postgresql://ops@db/pawl?sslmode=require
          jdbc:postgresql://db/pawl?user=ops&password=x,   jdbc:postgresql://db/pawl?user=ops
          jdbc:postgresql://db/pawl?password=x&user=ops,   jdbc:postgresql://db/pawl?user=ops
          jdbc:postgresql://db/pawl?password=x,            jdbc:postgresql://db/pawl
          """)
  void passwordsAreRemoved(String address, String shown) {
    assertThat(StoreOption.withoutPassword(address)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          jdbc:postgresql://db/pawl,                                   postgresql://db/pawl
          jdbc:postgresql://db:5433/pawl?sslmode=require&user=ops&a=b, postgresql://ops@db:5433/pawl
          """)
  void convertsAnAddressForPostgresTools(String jdbc, String address) {
    assertThat(StoreOption.libpqAddress(jdbc)).isEqualTo(address);
  }

  @Test
  void otherAddressesAreInvalid() {
    assertThat(StoreOption.isAddress("pawl.db")).isFalse();
    assertThat(StoreOption.isAddress("mysql://db/pawl")).isFalse();
    assertThat(StoreOption.isAddress("postgresql://")).isFalse();
  }
}
