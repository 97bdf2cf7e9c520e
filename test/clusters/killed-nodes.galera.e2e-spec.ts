import { setTimeout as wait } from 'node:timers/promises';
import { type PrivateCluster, startPrivateCluster } from '../../.config/private-database.js';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { Load } from '../faults/load.js';
import { printFigures, scaled } from '../faults/scale.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

/** Both services use all nodes at once, which makes transactions conflict most. */
const SETTINGS = { DATABASE_HOSTS: 'any', LOG_LEVEL: 'fatal' };

/** Default time limit of writes. */
const WRITE_LIMIT_MS = 30_000;

/** Until writes succeed again after a node was killed. */
const RECOVERY_LIMIT_SECONDS = 10;

describe('two services on a Galera cluster of three nodes', () => {
  let cluster: PrivateCluster;
  let url: string;
  let services: Service[] = [];
  beforeAll(async () => {
    cluster = await startPrivateCluster();
    const [first] = cluster.nodes;
    const database = await createTestDatabase('mariadb', first?.url);
    url = cluster.url.replace(/\/$/, new URL(database.url).pathname);
    await prepareSite(url);
    services = [await startService(url, SETTINGS), await startService(url, SETTINGS)];
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
    await (cluster as PrivateCluster | undefined)?.stop();
  });

  it('lose no acknowledged entry when nodes are killed under load and join again', async () => {
    for (let round = 0; round < scaled(1, 3); round++) {
      const node = cluster.nodes[round % cluster.nodes.length];
      const administrators = await Promise.all(services.map(createAdministrator));
      const loads = administrators.map((api) => new Load(api, WRITE_LIMIT_MS, { writers: 8, readers: 2 }));
      const untilWrites = (): Promise<number[]> => Promise.all(loads.map((load) => load.untilWrites(20)));
      await untilWrites();

      await node?.kill();
      const recoverySeconds = await untilWrites();
      await wait(scaled(0, 3000));
      await node?.start();
      await untilWrites();

      const reports = await Promise.all(loads.map((load) => load.stop()));
      for (const [n, report] of reports.entries())
        printFigures(`galera, round ${round + 1}`, { ...report, recoverySeconds: recoverySeconds[n] });
      expect(reports.map(({ lost, hanging }) => ({ lost, hanging }))).toEqual(
        services.map(() => ({ lost: 0, hanging: 0 })),
      );
      expect(Math.max(...recoverySeconds)).toBeLessThan(RECOVERY_LIMIT_SECONDS);
      for (const service of services)
        await eventually(async () => (await fetch(`${service.url}/health/ready`)).ok);
      expect(await runCommand(url, 'verify')).toEqual({ drifts: [] });
    }
  }, 600_000);

  it('refuse no write while a node refuses all statements (1047)', async () => {
    const [node] = cluster.nodes;
    const [service] = services;
    const load = new Load(await createAdministrator(service!), WRITE_LIMIT_MS, { writers: 4, readers: 2 });
    await load.untilWrites(20);

    await cluster.execute(node!, 'SET GLOBAL wsrep_reject_queries = ALL');
    await load.untilWrites(100);
    await cluster.execute(node!, 'SET GLOBAL wsrep_reject_queries = NONE');
    await load.untilWrites(20);

    expect(await load.stop()).toMatchObject({ lost: 0, hanging: 0, refused: {} });
  });
});
