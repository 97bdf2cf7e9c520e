/**
 * Starts a database server of its own, for tests that break it.
 *
 * @param {'mariadb' | 'postgres'} engine
 */
export async function startPrivateDatabase(engine) {
  const { startPrivate } = await (engine === 'postgres' ? import('./postgres.js') : import('./mariadb.js'));
  return startPrivate();
}
