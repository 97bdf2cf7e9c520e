import { type BrowserContextOptions, type Locator, type Page, request, type Request } from 'playwright-core';
import type { Clock } from '@content-service/kernel';
import { ApiClient } from '../../support/api-client.js';
import { COMMAND, FIRST_CLIENT } from '../../support/content-service.js';
import { eventually } from '../../support/eventually.js';
import { MEMORY_SERVICE, type ServedApp, serveApp } from '../../support/served-app.js';
import { changeConstants } from '../../support/process-variables.js';
import { startServer, type Variables } from '../../support/server-process.js';
import { findAccessibilityViolations, getBrowser } from '../browser.js';
import { BrowserContexts, type Cookies } from '../browser-contexts.js';

/** The initial administrator of the site. */
export const ADMIN = { name: 'ada', password: 'correct horse battery staple' };

/** A user with the built-in role `editor`, created by suites that need one (`POST /manage/users`). */
export const EDITOR = {
  name: 'edith',
  displayName: 'Edith',
  role: 'editor',
  password: 'correct horse battery staple',
  keepPassword: true,
};

const FIRST_START = {
  INITIAL_ADMIN_NAME: ADMIN.name,
  INITIAL_ADMIN_PASSWORD: ADMIN.password,
  INITIAL_CLIENT_ID: FIRST_CLIENT.client_id,
  INITIAL_CLIENT_SECRET: FIRST_CLIENT.client_secret,
};

export interface OpenedPage {
  readonly page: Page;
  /** Uncaught errors, and console messages of the levels error and warning, violations of the CSP included. */
  readonly consoleErrors: string[];
}

/** A service with an empty in-memory storage, in this process, and pages of the browser that the suites of a worker share. */
export class AdminSite {
  private readonly sessions = new Map<string, Promise<Cookies>>();
  private readonly contexts: BrowserContexts;

  private constructor(private readonly server: ServedApp) {
    this.contexts = new BrowserContexts(server.url);
  }

  /** @param options `--demo` for a site with the demo content */
  static start(...options: readonly '--demo'[]): Promise<AdminSite> {
    return AdminSite.startWith({}, ...options);
  }

  /** @param further environment variables */
  static async startWith(further: Variables, ...options: readonly '--demo'[]): Promise<AdminSite> {
    // First: without a browser, no service is left running.
    await getBrowser();
    return new AdminSite(await serveApp({ ...FIRST_START, ...further }, options.includes('--demo')));
  }

  /** Starts the site with a clock of the test. */
  static async startAt(clock: Clock): Promise<AdminSite> {
    await getBrowser();
    return new AdminSite(await serveApp(FIRST_START, false, clock));
  }

  /** Starts the site as the process that `content-service serve` is. */
  static async startProcess(): Promise<AdminSite> {
    await getBrowser();
    const variables = { ...MEMORY_SERVICE, ...changeConstants(), ...FIRST_START };
    return new AdminSite(await startServer([COMMAND, 'serve'], variables, '/health/ready'));
  }

  async stop(): Promise<void> {
    await this.contexts.close();
    await this.server.stop();
  }

  /** Closes what was opened, so that screens that no test looks at any more take no processor time. */
  closePages(): Promise<void> {
    return this.contexts.release();
  }

  get url(): string {
    return this.server.url;
  }

  /** An API client with every scope and a new token (tokens expire after 300 s, specs can take longer). */
  client(): Promise<ApiClient> {
    return ApiClient.withCredentials(this.url, FIRST_CLIENT);
  }

  /** Opens a page in an empty browser context, with reduced motion. */
  open(options: BrowserContextOptions = {}): Promise<OpenedPage> {
    return this.openWith([], options);
  }

  private async openWith(cookies: Cookies, options: BrowserContextOptions): Promise<OpenedPage> {
    const defaults = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
    const page = await this.contexts.open({ ...defaults, ...options }, cookies);
    page.context().setDefaultTimeout(60_000);
    return { page, consoleErrors: collectConsoleErrors(page) };
  }

  /** Opens a screen of the administration, such as `/settings`, in an empty browser context with the session of a user. */
  async openSignedIn(screen: string, user = ADMIN, options: BrowserContextOptions = {}): Promise<OpenedPage> {
    const session = this.sessions.get(user.name) ?? this.signIn(user);
    this.sessions.set(user.name, session);
    const opened = await this.openWith(await session, options);
    await opened.page.goto(`${this.url}/admin${screen}`);
    await opened.page.getByRole('banner').waitFor();
    return opened;
  }

  /** Sends the login form, without a page: what the form does in a browser has tests of its own. @returns the cookies */
  private async signIn(user: typeof ADMIN): Promise<Cookies> {
    const requests = await request.newContext({
      baseURL: this.url,
      extraHTTPHeaders: { Accept: 'text/html', Origin: this.url },
    });
    const form = await (await requests.get('/user/login')).text();
    const [, token = ''] = /name="token" value="([^"]*)"/.exec(form) ?? [];
    const answer = await (await requests.post('/user/login', { form: { ...user, token } })).text();
    const { cookies } = await requests.storageState();
    await requests.dispose();
    if (!answer.includes('Go to the administration'))
      throw new Error(`${user.name} is not signed in: ${answer}`);
    return cookies;
  }

  /**
   * Sends a request to the management API.
   *
   * @param path below `/manage`, such as `/users`
   * @returns the parsed body; `undefined` for 204
   * @throws Error for a response with an error status
   */
  async manage(method: string, path: string, body?: unknown): Promise<unknown> {
    const { token = '' } = await this.client();
    const response = await fetch(`${this.url}/manage${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  }

  /** Allows writes of entries; a new site is read-only. */
  async allowWriting(): Promise<void> {
    await this.manage('PATCH', '/settings/jsonapi', { allowedOperations: 'read_write' });
  }
}

/** The console message for a 4xx response; tests check the message on the screen instead. */
const CLIENT_ERROR = /^Failed to load resource: the server responded with a status of 4\d\d/;

function collectConsoleErrors(page: Page): string[] {
  const messages: string[] = [];
  page.context().on('weberror', (error) => messages.push(error.error().message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !CLIENT_ERROR.test(message.text()))
      messages.push(message.text());
  });
  return messages;
}

/** No animation is running except endless ones, such as a loader: axe would measure colours of a transition. */
const HAS_NO_TRANSITION =
  'document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)';

/** The accessibility violations of a screen after its transitions. @param rules all by default */
export async function findScreenViolations(
  page: Page,
  rules?: Parameters<typeof findAccessibilityViolations>[1],
): Promise<readonly string[]> {
  await eventually(() => page.evaluate<boolean>(HAS_NO_TRANSITION));
  return findAccessibilityViolations(page, rules);
}

/** Without a request for so long, a screen has everything that it shows. */
const QUIET_MS = 100;

/**
 * Watches the requests of a page from now on.
 *
 * @returns waits until every request has ended and no other has begun for a moment; Playwright's load state `networkidle` is
 * reached once for a document, and takes half a second
 */
export function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let changedAt = Date.now();
  const change = (act: (request: Request) => unknown) => (request: Request) => {
    act(request);
    changedAt = Date.now();
  };
  page.on(
    'request',
    change((request) => pending.add(request)),
  );
  const end = change((request) => pending.delete(request));
  page.on('requestfinished', end).on('requestfailed', end);
  return () => eventually(async () => pending.size === 0 && Date.now() - changedAt >= QUIET_MS);
}

/** Submits the login form. */
export async function submitLogin(page: Page, { name, password } = ADMIN): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

/** Presses a button of the open dialog, such as `Delete user`. */
export async function confirm(page: Page, label: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: label }).click();
}

/** Waits for a notification that contains a text. */
export async function waitForNotification(page: Page, text: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).first().waitFor();
}

/**
 * Holds the requests of a page that match from now on, until the returned function is called.
 *
 * @param before is awaited for each of them first
 */
export async function holdRequests(
  page: Page,
  url: RegExp,
  before = () => Promise.resolve(),
): Promise<() => void> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await before();
    await isReleased;
    await route.continue();
  });
  return release;
}

/** The place of an element, in pixels from the upper left corner of the window. */
type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** @throws Error for an element that is not shown */
export async function getBox(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return box;
}

/** The texts of the options of the lists that are open in which a word cannot be seen as a whole. */
export function findOptionsWithout(page: Page, word: string): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const word = ${JSON.stringify(word)};
    const isWhole = (node, option) => {
      const range = document.createRange();
      range.setStart(node, node.data.indexOf(word));
      range.setEnd(node, node.data.indexOf(word) + word.length);
      const { left, right, bottom } = range.getBoundingClientRect();
      for (let cut = node.parentElement; cut !== option.parentElement; cut = cut.parentElement) {
        const box = cut.getBoundingClientRect();
        const isInside = left >= box.left - 1 && right <= box.right + 1 && bottom <= box.bottom + 1;
        if (getComputedStyle(cut).overflow !== 'visible' && !isInside) return false;
      }
      return true;
    };
    const shows = (option) => {
      const texts = document.createTreeWalker(option, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() !== null)
        if (texts.currentNode.data.includes(word)) return isWhole(texts.currentNode, option);
      return false;
    };
    const options = [...document.querySelectorAll('[role=option]')].filter((option) => option.checkVisibility());
    return options.filter((option) => !shows(option)).map(({ innerText }) => innerText);
  })()`);
}

/** Whether two boxes have no point in common. */
export const isApart = (one: Box, other: Box): boolean =>
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y ||
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x;
