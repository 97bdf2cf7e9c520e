import { fileURLToPath } from 'node:url';
import type { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  addField,
  assertFieldWorks,
  importTallies,
  JOB_SETTINGS,
  type JobResource,
  removeField,
} from './job-site.js';
import { createAdministrator } from './prepared-site.js';

const STORAGE_ADAPTER = fileURLToPath(new URL('killed-in-phase.mjs', import.meta.url));

describe('a change of the content model whose process is killed', () => {
  let database: TestDatabase;
  const running: Service[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await importTallies(database.url);
  }, 600_000);
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  });
  afterAll(() => database.remove());

  it.each([
    ['before the first change of the table', 1],
    ['between two changes of the table', 2],
  ])(
    'is continued by another one: %s, for a new field',
    async (_, report) => {
      const field = { name: `field_new_${report}`, type: 'string', label: 'New' };

      const { api } = await killAndContinue({ phase: 'expand', report, shown: 'expand' }, (first) =>
        addField(first, field),
      );

      const attributes = { title: 'New', field_count: 1, [field.name]: 'new' };
      const { id } = await api.create('node--tally', { attributes });
      const { data } = await api.collection(`/api/node/tally?filter[${field.name}]=new`);
      expect(data.map((found) => found.id)).toEqual([id]);
    },
    600_000,
  );

  it.each([
    ['between two batches', 'backfill', 2, 'backfill'],
    ['before the model is stored', 'adopt', 1, 'adopt'],
    ['after the model was stored, before the end of the job is', 'end', 1, 'adopt'],
  ])(
    'is continued by another one: %s, for a field that entries have values of',
    async (_, phase, report, shown) => {
      const first = await startService(database.url, JOB_SETTINGS);
      running.push(first);
      const field = await removeField(database.url, await createAdministrator(first));
      await first.stop();
      running.splice(0);

      const { api } = await killAndContinue({ phase, report, shown }, (victim) => addField(victim, field));

      await assertFieldWorks(api);
    },
    600_000,
  );

  /**
   * Starts a job on a process that ends at a moment of the job, and lets another one continue it.
   *
   * @param shown the phase that the job has then
   * @param start queues the job @returns its id
   */
  async function killAndContinue(
    { phase, report, shown }: { readonly phase: string; readonly report: number; readonly shown: string },
    start: (api: ApiClient) => Promise<string>,
  ): Promise<{ readonly api: ApiClient }> {
    const variables = { STORAGE_ADAPTER, KILLED_IN_PHASE: phase, KILLED_AT_REPORT: String(report) };
    const victim = await startService(database.url, { ...JOB_SETTINGS, ...variables });
    running.push(victim);

    const id = await start(await createAdministrator(victim));
    let isKilled = false;
    void victim.output.then(() => (isKilled = true));
    await eventually(() => Promise.resolve(isKilled));

    running.splice(0);
    const killed = (await runCommand(database.url, 'job', 'show', id)) as JobResource;
    expect(killed).toMatchObject({ state: 'running', phase: shown, attempts: 1 });
    const next = await startService(database.url, JOB_SETTINGS);
    running.push(next);
    const finished = await runCommand(database.url, 'job', 'wait', id);
    expect(finished).toMatchObject({ state: 'succeeded', attempts: 2, error: null });
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
    return { api: await createAdministrator(next) };
  }
});
