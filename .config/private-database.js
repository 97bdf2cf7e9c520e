/**
 * Starts a database server of its own, for tests that break it.
 *
 * @param {'mariadb' | 'postgres'} engine
 */
export async function startPrivateDatabase(engine) {
  const { startPrivate } = await (engine === 'postgres' ? import('./postgres.js') : import('./mariadb.js'));
  return startPrivate();
}

/**
 * Starts a primary and a replica.
 *
 * @param {'mariadb' | 'postgres'} engine
 */
export async function startPrivateReplication(engine) {
  const replicas = await import('./replicas.js');
  return replicas.startPrivateReplication(engine);
}

/** Starts a Galera cluster of three nodes. */
export async function startPrivateCluster() {
  const galera = await import('./galera.js');
  return galera.startPrivateCluster();
}
