import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { FIRST_CLIENT, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const TOUR = 'A tour in five minutes';
const ADDRESS = 'http://127.0.0.1:3000';

describe('the tour of the README', () => {
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

  it('works with the commands as printed', async () => {
    const [index, newest, filtered, changed, deleted] = await answersTo(parseCommands(TOUR));

    expect(JSON.parse(index ?? '')).toMatchObject({
      data: [],
      links: { 'node--article': { href: expect.any(String) } },
    });
    expect(JSON.parse(newest ?? '').data).toHaveLength(3);
    const found = JSON.parse(filtered ?? '');
    expect(found.data.length).toBeGreaterThan(0);
    expect(found.included.length).toBeGreaterThan(0);
    expect(JSON.parse(changed ?? '').data.attributes).toMatchObject({
      title: 'Hello again',
      field_price: '12.50',
    });
    expect(deleted).toContain('204');
  });

  it('the commands of the management API work as printed', async () => {
    const [getToken = ''] = parseCommands(TOUR);

    const answers = await answersTo([getToken, ...parseCommands('Management API')]);

    const [client, settings, field] = answers.map((answer) => JSON.parse(answer) as object);
    expect(client).toMatchObject({ label: 'Website', secret: expect.any(String) });
    expect(settings).toMatchObject({ publicAccess: true, allowedOperations: 'read_write' });
    expect(field).toMatchObject({ name: 'field_source', type: 'link', entriesWithValue: 0 });
  });

  /** The lines printed by the shell that are responses of the service. */
  async function answersTo(commands: readonly string[]): Promise<readonly string[]> {
    const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = FIRST_CLIENT;
    const eachAnswerOnItsLine = 'curl() { command curl "$@"; echo; }';
    const lines = ['set -euo pipefail', eachAnswerOnItsLine, ...commands];
    const script = lines.join('\n').replaceAll(ADDRESS, service.url);
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: { PATH: process.env['PATH'], CLIENT_ID, CLIENT_SECRET },
    });
    return stdout.split('\n').filter((line) => /^[{H]/.test(line));
  }
});

/** The code blocks of a section. */
function parseCommands(title: string): string[] {
  const readme = readFileSync('README.md', 'utf8');
  const [, section = ''] = new RegExp(`\n## ${title}\n(.*?)\n## `, 's').exec(readme) ?? [];
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
}
