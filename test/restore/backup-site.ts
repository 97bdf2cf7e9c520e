import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client.js';
import { type CommandResult, Workplace } from '../cli/workplace.js';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** Databases and a folder, which are removed together, and commands in this process. */
export class Workshop {
  private readonly databases: TestDatabase[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), 'content-service-backup-'));

  /** @param hasFiles whether commands keep files in the folder; otherwise a SQLite database has a place beside it, a server none */
  constructor(private readonly hasFiles = false) {}

  /** An empty database. @param storage default: that of this run */
  async database(storage?: string): Promise<TestDatabase> {
    const database = await createTestDatabase(storage);
    this.databases.push(database);
    return database;
  }

  /** The JSON that a command prints. @throws Error with its messages when it fails */
  json(databaseUrl: string, ...args: readonly string[]): Promise<unknown> {
    return this.at(databaseUrl, (workplace) => workplace.json(...args));
  }

  run(databaseUrl: string, ...args: readonly string[]): Promise<CommandResult> {
    return this.at(databaseUrl, (workplace) => workplace.run(...args));
  }

  /** Runs a command with further variables. */
  runWith(
    variables: Readonly<Record<string, string>>,
    databaseUrl: string,
    ...args: readonly string[]
  ): Promise<CommandResult> {
    return this.at(databaseUrl, (workplace) => workplace.run(...args), variables);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  private async at<T>(
    DATABASE_URL: string,
    task: (workplace: Workplace) => Promise<T>,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const files: Readonly<Record<string, string>> = this.hasFiles
      ? { FILE_STORE: `disk:${this.path('files')}` }
      : {};
    const workplace = new Workplace({ DATABASE_URL, MIGRATE_ON_START: 'true', ...files, ...variables });
    try {
      return await task(workplace);
    } finally {
      workplace.remove();
    }
  }

  async remove(): Promise<void> {
    for (const database of this.databases) await database.remove();
    rmSync(this.folder, { recursive: true });
  }
}

const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };
const PASSWORD = 'a long and quiet evening';

/** Fills a database with content and its history, settings, a role, users, API clients and a webhook with a secret header. */
export async function fillSite(workshop: Workshop, databaseUrl: string): Promise<void> {
  const service = await startService(databaseUrl);
  try {
    await workshop.json(databaseUrl, 'demo');
    const user = ['--name', 'mira', '--password', PASSWORD, '--keep-password'];
    await workshop.json(databaseUrl, 'create-user', ...user);
    const api = await ApiClient.withCredentials(service.url, FIRST_CLIENT);
    // The service reads settings that another process has saved after some seconds, and its own at once.
    const writable = { document: { allowedOperations: 'read_write' }, headers: JSON_HEADERS };
    await check(await api.send('PATCH', '/manage/settings/jsonapi', writable));
    await changeContent(api);
    await post(api, '/manage/roles', { name: 'reviewer', label: 'Reviewer', scopes: ['member'] });
    const receiver = { label: 'Search', url: 'https://search.example/hook' };
    await post(api, '/manage/webhooks', { ...receiver, headers: { 'X-Key': 'header-secret' } });
  } finally {
    await service.stop();
  }
}

/** Replaces a state of an entry, saves a working copy of it, and deletes another entry. */
async function changeContent(api: ApiClient): Promise<void> {
  const { data } = await api.collection('/api/node/article?page[limit]=1&sort=title');
  const [type, id] = ['node--article', data[0]?.id ?? ''];
  const path = `/api/node/article/${id}`;
  const change = (title: string): object => ({ data: { type, id, attributes: { title } } });
  await check(await api.send('PATCH', path, { document: change('Replaced') }));
  await check(
    await api.send('PATCH', `${path}?resourceVersion=rel:working-copy`, { document: change('Copied') }),
  );
  const gone = await api.create('node--page', { attributes: { title: 'Gone' } });
  await check(await api.send('DELETE', `/api/node/page/${gone.id}`));
}

async function check(answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
}

async function post(api: ApiClient, path: string, document: object): Promise<void> {
  await check(await api.send('POST', path, { document, headers: JSON_HEADERS }));
}
