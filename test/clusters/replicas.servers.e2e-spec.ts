import { type PrivateReplication, startPrivateReplication } from '../../.config/private-database.js';
import { createAdministrator, prepareSite, TOPIC } from '../durability/prepared-site.js';
import {
  ApiClient,
  type CollectionDocument,
  type EntryDocument,
  type Resource,
} from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';

const ENGINE = process.env['TEST_STORAGE'] === 'postgres' ? 'postgres' : 'mariadb';

/** Writes of one client, each of which it reads at once. */
const WRITES = 200;

/** Clients without a token that read at the same time, and the reads that they make during each fault. */
const READERS = 8;
const READS = 100;

const TALLIES = '/api/node/tally';

/** A service with its metrics, an API client with all scopes, and one without a token. */
interface Site {
  readonly service: Service;
  readonly metricsUrl: string;
  readonly administrator: ApiClient;
  readonly visitor: ApiClient;
}

describe(`services with a primary and a replica of ${ENGINE}`, () => {
  let replication: PrivateReplication;
  let sites: Site[] = [];
  /** Accepts content of the replica that is a minute old. */
  let patient: Site;
  /** Accepts content of the replica that is a second old. */
  let strict: Site;
  beforeAll(async () => {
    replication = await startPrivateReplication(ENGINE);
    const { url } = await createTestDatabase(ENGINE, replication.primary.url);
    await prepareSite(url);
    await runCommand(url, 'settings', 'set', 'publicAccess', 'true');
    const replicaUrl = new URL(url);
    replicaUrl.port = new URL(replication.replica.url).port;
    const start = async (DATABASE_REPLICA_MAX_LAG_MS: string): Promise<Site> => {
      const METRICS_PORT = String(await freePort());
      const service = await startService(url, {
        DATABASE_REPLICA_URLS: replicaUrl.href,
        DATABASE_REPLICA_MAX_LAG_MS,
        METRICS_PORT,
      });
      return {
        service,
        metricsUrl: `http://127.0.0.1:${METRICS_PORT}/metrics`,
        administrator: await createAdministrator(service),
        visitor: new ApiClient(service.url, undefined),
      };
    };
    [patient, strict] = await Promise.all([start('60000'), start('1000')]);
    sites = [patient, strict];
    for (const site of sites) await eventually(async () => (await countUsed(site)) === 1);
  });
  afterAll(async () => {
    for (const { service } of sites) await service.stop();
    await (replication as PrivateReplication | undefined)?.stop();
  });

  /** Runs a task while the replica does not show what it receives. */
  async function whilePaused(task: () => Promise<void>): Promise<void> {
    await replication.pauseReplication();
    try {
      await task();
    } finally {
      await replication.resumeReplication();
    }
    for (const site of sites) await eventually(async () => (await countUsed(site)) === 1);
  }

  /** Creates an entry and waits until the replica has it. */
  async function createTally(field_count: number): Promise<Resource> {
    const tally = await patient.administrator.create('node--tally', {
      attributes: { title: 'Replicated', field_count },
      relationships: { field_topic: { data: TOPIC } },
    });
    await eventually(async () => (await readTally(patient.visitor, tally)) !== undefined);
    return tally;
  }

  it('answer reads without a token by the replica, and those with one by the primary', async () => {
    const old = await createTally(1);
    const { meta: before } = await patient.visitor.collection(TALLIES);
    const readsBefore = await readMetric(patient, 'content_service_replica_reads_total{server="replica"}');

    await whilePaused(async () => {
      const added = await patient.administrator.create('node--tally', { attributes: { title: 'Unseen' } });

      expect((await readTally(patient.administrator, added))?.id).toBe(added.id);
      expect((await patient.administrator.collection(TALLIES)).meta.count).toBe(before.count + 1);
      expect(await readTally(patient.visitor, added)).toBeUndefined();
      const filtered = `${TALLIES}?filter[field_topic.id]=${TOPIC.id}&include=field_topic&page[limit]=50`;
      expect(toFigures(await patient.visitor.collection(filtered))).toEqual({
        count: before.count,
        entries: before.count,
        included: 1,
      });
      const topics = await patient.visitor.collection(`${toPath(old)}/relationships/field_topic`);
      expect(topics.data).toMatchObject(TOPIC);
    });

    const reads = await readMetric(patient, 'content_service_replica_reads_total{server="replica"}');
    expect(reads - readsBefore).toBe(3);
    expect(await readMetric(patient, 'content_service_replica_reads_total{server="primary"}')).toBe(0);
  });

  it('show a client with a token each of its writes at once while the replica is behind', async () => {
    const tally = await createTally(0);

    await whilePaused(async () => {
      for (let n = 1; n <= WRITES; n++) {
        await patient.administrator.update(tally, { attributes: { field_count: n } });

        expect((await readTally(patient.administrator, tally))?.attributes['field_count']).toBe(n);
      }
      const filter = `${TALLIES}?filter[field_count]=${WRITES}`;
      expect((await strict.administrator.collection(filter)).meta.count).toBe(1);
      expect((await patient.visitor.collection(filter)).meta.count).toBe(0);
      expect((await readTally(patient.visitor, tally))?.attributes['field_count']).toBe(0);
    });

    await eventually(
      async () => (await readTally(patient.visitor, tally))?.attributes['field_count'] === WRITES,
    );
  });

  it('give every state of an entry and of a page an entity tag of its own', async () => {
    const tally = await createTally(1);

    await whilePaused(async () => {
      await patient.administrator.update(tally, { attributes: { field_count: 2 } });
      await eventually(async () => (await readTally(strict.visitor, tally))?.attributes['field_count'] === 2);
      for (const path of [toPath(tally), `${TALLIES}?filter[id]=${tally.id}`]) {
        const older = await patient.visitor.send('GET', path);
        const newer = await strict.visitor.send('GET', path);
        const tags = [older, newer].map(({ headers }) => headers.get('etag') ?? '');
        const revalidate = async ({ visitor }: Site, tag = ''): Promise<number> =>
          (await visitor.send('GET', path, { headers: { 'If-None-Match': tag } })).status;

        expect(tags[0]).not.toBe(tags[1]);
        expect(await Promise.all(tags.map((tag) => revalidate(patient, tag)))).toEqual([304, 200]);
        expect(await Promise.all(tags.map((tag) => revalidate(strict, tag)))).toEqual([200, 304]);
      }
    });
  });

  it('leave out a replica that is too far behind, and use it again when it has caught up', async () => {
    const tally = await createTally(1);

    await whilePaused(async () => {
      await strict.administrator.update(tally, { attributes: { field_count: 2 } });
      await eventually(async () => (await countUsed(strict)) === 0);

      expect((await readTally(strict.visitor, tally))?.attributes['field_count']).toBe(2);
      expect((await readTally(patient.visitor, tally))?.attributes['field_count']).toBe(1);
      expect(await countUsed(patient)).toBe(1);
      await eventually(
        async () => (await readMetric(strict, 'content_service_replica_lag_seconds{replica="1"}')) > 1,
      );
      expect(await readMetric(strict, 'content_service_replica_used{replica="1"}')).toBe(0);
    });

    const before = await readMetric(strict, 'content_service_replica_reads_total{server="replica"}');
    expect((await readTally(strict.visitor, tally))?.attributes['field_count']).toBe(2);
    expect(await readMetric(strict, 'content_service_replica_reads_total{server="replica"}')).toBe(
      before + 1,
    );
  });

  it.each<[fault: string, begin: () => unknown, end: () => unknown]>([
    ['is killed', () => replication.replica.kill(), () => replication.replica.start()],
    [
      'stops answering',
      () => {
        replication.replica.freeze();
      },
      () => {
        replication.replica.resume();
      },
    ],
  ])('answer every read while the replica %s under load', async (_, begin, end) => {
    const tally = await createTally(1);
    const load = new Readers(sites, [toPath(tally), `${TALLIES}?filter[field_count]=1&include=field_topic`]);
    await load.untilReads(READS);

    await begin();
    await load.untilReads(READS);
    for (const site of sites) await eventually(async () => (await countUsed(site)) === 0);
    await load.untilReads(READS);
    await end();
    for (const site of sites) await eventually(async () => (await countUsed(site)) === 1);
    await load.untilReads(READS);

    expect(await load.stop()).toEqual([200]);
  });
});

/** Reads without end, without a token. */
class Readers {
  private reads = 0;
  private isStopped = false;
  private readonly statuses = new Set<number>();
  private readonly clients: Promise<unknown>;

  constructor(sites: readonly Site[], paths: readonly string[]) {
    const read = async (n: number): Promise<void> => {
      const { visitor } = sites[n % sites.length]!;
      while (!this.isStopped) {
        const response = await visitor.send('GET', paths[this.reads % paths.length]!);
        await response.arrayBuffer();
        this.statuses.add(response.status);
        this.reads += 1;
      }
    };
    this.clients = Promise.all(Array.from({ length: READERS }, (_, n) => read(n)));
  }

  async untilReads(further: number): Promise<void> {
    const wanted = this.reads + further;
    await eventually(() => Promise.resolve(this.reads >= wanted));
  }

  /** @returns the different statuses of all responses */
  async stop(): Promise<readonly number[]> {
    this.isStopped = true;
    await this.clients;
    return [...this.statuses];
  }
}

function toPath({ id }: Pick<Resource, 'id'>): string {
  return `${TALLIES}/${id}`;
}

/** @returns `undefined` for 404 */
async function readTally(api: ApiClient, tally: Pick<Resource, 'id'>): Promise<Resource | undefined> {
  const response = await api.send('GET', toPath(tally));
  const document: unknown = await response.json();
  if (response.status === 404) return undefined;
  return (document as EntryDocument).data;
}

function toFigures({ data, included, meta }: CollectionDocument): object {
  return { count: meta.count, entries: data.length, included: included?.length };
}

/** The number of replicas that are used, as the readiness check shows it. */
async function countUsed({ service }: Site): Promise<number> {
  const response = await fetch(`${service.url}/health/ready`);
  const { details } = (await response.json()) as { details: { replicas: { used: number } } };
  return details.replicas.used;
}

async function readMetric({ metricsUrl }: Site, series: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}
