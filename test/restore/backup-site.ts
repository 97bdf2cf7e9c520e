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

const PASSWORD = 'a long and quiet evening';

/** Fills a database with content, settings, a role, users, API clients and a webhook with a secret header. */
export async function fillSite(workshop: Workshop, databaseUrl: string): Promise<void> {
  const service = await startService(databaseUrl);
  try {
    await workshop.json(databaseUrl, 'demo');
    await workshop.json(
      databaseUrl,
      'create-user',
      '--name',
      'mira',
      '--password',
      PASSWORD,
      '--keep-password',
    );
    const api = await ApiClient.withCredentials(service.url, FIRST_CLIENT);
    await post(api, '/manage/roles', { name: 'reviewer', label: 'Reviewer', scopes: ['member'] });
    const receiver = { label: 'Search', url: 'https://search.example/hook' };
    await post(api, '/manage/webhooks', { ...receiver, headers: { 'X-Key': 'header-secret' } });
  } finally {
    await service.stop();
  }
}

async function post(api: ApiClient, path: string, document: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const answer = await api.send('POST', path, { document, headers });
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}
