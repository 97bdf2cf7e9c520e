import { setTimeout as wait } from 'node:timers/promises';
import { type PrivateDatabase, startPrivateDatabase } from '../../.config/private-database.js';
import { FaultyProxy } from '../../libs/storage-typeorm/src/testing/faulty-proxy.js';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { changeConstants } from '../support/process-variables.js';
import { type FaultReport, Load } from './load.js';
import { printFigures, scaled } from './scale.js';

const ENGINE = process.env['TEST_STORAGE'] === 'postgres' ? 'postgres' : 'mariadb';

/** Time limit of reads; writes have twice as long. */
const READ_LIMIT_MS = 3000;

const SETTINGS = {
  STATEMENT_TIMEOUT_MS: '10000',
  ...changeConstants({ ACQUIRE_TIMEOUT_MS: 2000 }),
  REQUEST_TIMEOUT_MS: String(READ_LIMIT_MS),
  // Every refused request is logged as an error.
  LOG_LEVEL: 'fatal',
};

/** Far more than a server and the pool of connections take, on a busy machine, too. */
const RECOVERY_LIMIT_SECONDS = 60;

describe(`a service whose ${ENGINE} server fails under load`, () => {
  let server: PrivateDatabase;
  let database: TestDatabase;
  let proxy: FaultyProxy;
  let service: Service;
  let proxiedService: Service;
  beforeAll(async () => {
    server = await startPrivateDatabase(ENGINE);
    database = await createTestDatabase(ENGINE, server.url);
    await prepareSite(database.url);
    const { hostname, port } = new URL(database.url);
    proxy = new FaultyProxy({ host: hostname, port: Number(port) });
    const proxied = new URL(database.url);
    proxied.port = String(await proxy.open());
    service = await startService(database.url, SETTINGS);
    proxiedService = await startService(proxied.href, SETTINGS);
  });
  afterAll(async () => {
    // Stops the private server also where starting the service has failed.
    await (service as Service | undefined)?.stop();
    await (proxiedService as Service | undefined)?.stop();
    await (proxy as FaultyProxy | undefined)?.close();
    await server.stop();
  });

  /** Runs a fault under load and checks what must hold during and after every fault. */
  async function survive(
    scenario: string,
    { url }: Service,
    fault: () => Promise<void>,
  ): Promise<FaultReport> {
    const load = new Load(await createAdministrator({ url }), 2 * READ_LIMIT_MS);
    await load.untilWrites(20);
    await fault();
    const recoverySeconds = await load.untilWrites(20);
    const report = await load.stop();

    printFigures(`${ENGINE}, ${scenario}`, { ...report, recoverySeconds });
    expect(report).toMatchObject({ lost: 0, hanging: 0 });
    expect(recoverySeconds).toBeLessThan(RECOVERY_LIMIT_SECONDS);
    await eventually(async () => (await fetch(`${url}/health/ready`)).ok);
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
    return report;
  }

  it('loses nothing when the server is killed and started again', async () => {
    for (let round = 0; round < scaled(1, 5); round++) {
      const { refused } = await survive('killed', service, async () => {
        await server.kill();
        await wait(scaled(500, 3000));
        await server.start();
      });

      expect(Object.keys(refused)).not.toEqual([]);
    }
  }, 600_000);

  it('answers within the time limit while the server is frozen', async () => {
    const { refused } = await survive('frozen', service, async () => {
      server.freeze();
      await wait(scaled(4000, 15_000));
      server.resume();
    });

    expect(Object.keys(refused)).not.toEqual([]);
  }, 600_000);

  it('goes on when the server ends all connections again and again', async () => {
    await survive('connections ended', service, async () => {
      for (let round = 0; round < scaled(5, 30); round++) {
        await database.endConnections();
        await wait(100);
      }
    });
  }, 600_000);

  it('determines the outcome of a COMMIT whose connection breaks', async () => {
    const { refused } = await survive('cut at COMMIT', proxiedService, async () => {
      for (let round = 0; round < scaled(10, 100); round++) {
        proxy.behaviour = round % 2 === 0 ? 'is lost on its way' : 'is done, but its answer is lost';
        await eventually(() => Promise.resolve(proxy.behaviour === 'passes'));
      }
    });

    expect(Object.keys(refused)).not.toContain('503 unknown_outcome');
  }, 600_000);
});
