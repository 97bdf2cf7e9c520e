import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { answersTo, parseCommands, parseGetToken } from './commands.js';

describe('the commands of the documents', () => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService(database.url, {}, { serve: ['--demo'] });
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  const tour = parseCommands('README.md', 'A tour in five minutes');
  const getToken = parseGetToken();

  it('the tour of README.md works as printed', async () => {
    const [index, newest, filtered] = await answersTo(service, tour);

    expect(JSON.parse(index ?? '')).toMatchObject({
      data: [],
      links: { 'node--article': { href: expect.any(String) } },
    });
    expect(JSON.parse(newest ?? '').data).toHaveLength(3);
    const found = JSON.parse(filtered ?? '');
    expect(found.data.length).toBeGreaterThan(0);
    expect(found.included.length).toBeGreaterThan(0);
  });

  it('«Writing» of docs/websites.md works as printed', async () => {
    const [changed, deleted] = await answersTo(service, [
      getToken,
      ...parseCommands('docs/websites.md', 'Writing'),
    ]);

    expect(JSON.parse(changed ?? '').data.attributes).toMatchObject({
      title: 'Hello again',
      field_price: '12.50',
    });
    expect(deleted).toContain('204');
  });

  it('docs/full-text-search.md works as printed', async () => {
    const [found] = await answersTo(service, [
      getToken,
      ...parseCommands('docs/full-text-search.md', 'Full text search'),
    ]);

    expect(JSON.parse(found ?? '').data.length).toBeGreaterThan(0);
  });

  it('docs/management-api.md works as printed', async () => {
    const page = 'docs/management-api.md';
    const commands = [...parseCommands(page, 'Management API'), ...parseCommands(page, 'Background jobs')];

    const answers = await answersTo(service, [getToken, ...commands]);

    const [client, settings, field, job] = answers.map((answer) => JSON.parse(answer) as object);
    expect(client).toMatchObject({ label: 'Website', secret: expect.any(String) });
    expect(settings).toMatchObject({ publicAccess: true, allowedOperations: 'read_write' });
    expect(field).toMatchObject({ name: 'field_source', type: 'link', entriesWithValue: 0 });
    expect(job).toMatchObject({ kind: 'index.verify' });
  });
});
