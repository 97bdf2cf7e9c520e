import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { ApiClient } from '../../support/api-client.js';
import { FIRST_CLIENT } from '../../support/content-service.js';
import { eventually } from '../../support/eventually.js';
import { type ServerProcess, startServer } from '../../support/server-process.js';

/** As a user starts it; it builds the administration first where that is older than its sources. */
const COMMAND = fileURLToPath(
  new URL('../../../apps/content-service/bin/content-service.js', import.meta.url),
);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The administrator of the first start. */
export const ADMIN = { name: 'ada', password: 'correct horse battery staple' };

/** The cookies of a browser. */
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface OpenedPage {
  readonly page: Page;
  /** What the browser complains of, the policy of the page included. */
  readonly complaints: string[];
}

/** A service that has just been started for the first time, and a browser before it. */
export class AdminSite {
  private readonly states = new Map<string, Promise<StorageState>>();

  private constructor(
    private readonly server: ServerProcess,
    private readonly browser: Browser,
  ) {}

  /** @param options of `content-service serve` */
  static async start(...options: readonly string[]): Promise<AdminSite> {
    const executablePath = process.env['CHROMIUM'];
    if (executablePath === undefined) throw new Error('Install Chromium, or set CHROMIUM to its path.');
    const variables = {
      DATABASE_URL: 'memory:',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      SIGNING_ALGORITHM: 'ES256',
      KEY_SECRET: 'k'.repeat(32),
      INITIAL_ADMIN_NAME: ADMIN.name,
      INITIAL_ADMIN_PASSWORD: ADMIN.password,
      INITIAL_CLIENT_ID: FIRST_CLIENT.client_id,
      INITIAL_CLIENT_SECRET: FIRST_CLIENT.client_secret,
    };
    const server = await startServer([COMMAND, 'serve', ...options], variables, '/health/ready');
    const browser = await chromium.launch({ executablePath });
    return new AdminSite(server, browser);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
  }

  get url(): string {
    return this.server.url;
  }

  /** A program with every scope. Its token is new: on a busy machine a spec takes longer than the 300 s of a token. */
  client(): Promise<ApiClient> {
    return ApiClient.withCredentials(this.url, FIRST_CLIENT);
  }

  /** A browser of somebody who has not been here before, and who wants nothing to move. */
  async open(options: BrowserContextOptions = {}): Promise<OpenedPage> {
    const usual = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
    const context = await this.browser.newContext({ ...usual, ...options });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    return { page, complaints: complaintsOf(context, page) };
  }

  /** A browser of somebody who has signed in before, at a screen such as `/settings`. */
  async signedIn(screen: string, user = ADMIN): Promise<OpenedPage> {
    const state = this.states.get(user.name) ?? this.signIn(user);
    this.states.set(user.name, state);
    const opened = await this.open({ storageState: await state });
    await opened.page.goto(`${this.url}/admin${screen}`);
    await opened.page.getByRole('banner').waitFor();
    return opened;
  }

  private async signIn(user: typeof ADMIN): Promise<StorageState> {
    const { page } = await this.open();
    await page.goto(`${this.url}/user/login`);
    await fillInLogin(page, user);
    await page.getByRole('link', { name: 'Go to the administration' }).waitFor();
    return page.context().storageState();
  }

  /** Calls the management interface as a program does. */
  async manage(method: string, path: string, body?: unknown): Promise<unknown> {
    const { token = '' } = await this.client();
    const answer = await fetch(`${this.url}/manage${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  }

  /** At the first start entries can only be read. */
  async allowWriting(): Promise<void> {
    await this.manage('PATCH', '/settings/jsonapi', { allowedOperations: 'read_write' });
  }
}

/** That an answer is a refusal, the browser says too; the screen shows those, and tests look there. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

function complaintsOf(context: BrowserContext, page: Page): string[] {
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(error.error().message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !REFUSAL.test(message.text()))
      complaints.push(message.text());
  });
  return complaints;
}

/** Colours on their way to others are not those that people read. What moves for ever, such as a loader, does not count. */
const AT_REST =
  'document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)';

/** What axe finds serious or critical. It is not part of the page, so the page's policy does not keep it out. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await eventually(() => page.evaluate<boolean>(AT_REST));
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

export async function fillInLogin(page: Page, { name, password } = ADMIN): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
}

/** Says yes to a question. */
export async function confirm(page: Page, act: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: act }).click();
}

/** Waits until the screen says something in passing. */
export async function said(page: Page, text: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).first().waitFor();
}
