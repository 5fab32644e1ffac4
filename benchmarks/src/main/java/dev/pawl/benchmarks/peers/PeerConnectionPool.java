package dev.pawl.benchmarks.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/// Creates connection pools whose connections are all opened before anything is measured.
final class PeerConnectionPool {

  static HikariDataSource of(String url, int connections) {
    var config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(connections);
    return new HikariDataSource(config);
  }

  private PeerConnectionPool() {}
}
