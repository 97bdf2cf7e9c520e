import { ApiClient, type Resource } from '../support/api-client.js';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { createTestDatabase } from '../support/database.js';
import { type Comparison, measureInTurns } from './compare.js';
import type { BenchRequest, Operation } from './operations.js';
import type { MeasuredServer } from './servers.js';

const PAGES = 100;
const PAGE = 'node--bench_page';
const COLLECTION = '/api/node/bench_page';
const LINK = 'menu_link_content--menu_link_content';
const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

type Result = readonly [operation: Operation, comparison: Comparison];

/**
 * Measures how websites find their way: a menu beside a page of 50, and the entry of a path beside the two requests for it.
 *
 * A menu that has not changed is not read again, so it costs one statement and its document. The entry of a path costs a third request,
 * which is about half of the other two: each request passes Express, the guards and the log. What a client saves, a round trip, is not in
 * processor time.
 */
export async function measureNavigation(rounds: number): Promise<readonly Result[]> {
  const database = await createTestDatabase('sqlite');
  const variables = { LOG_LEVEL: 'silent', NODE_ENV: 'production' };
  const service = await startService(database.url, variables);
  try {
    const client = await ApiClient.withCredentials(service.url, FIRST_CLIENT);
    const ids = await fillSite(client);
    const headers = async (): Promise<Readonly<Record<string, string>>> => {
      const { token = '' } = await ApiClient.withCredentials(service.url, FIRST_CLIENT);
      return { Authorization: `Bearer ${token}` };
    };
    return await measureSite({ ...service, headers }, ids, rounds);
  } finally {
    await service.stop();
    await database.remove();
  }
}

async function measureSite(
  server: MeasuredServer,
  ids: readonly string[],
  rounds: number,
): Promise<readonly Result[]> {
  const read = (path: string): BenchRequest => ({ method: 'GET', path });
  const menu = define('menu of 100 links', 1.3, read('/api/menu_items/main'));
  const subrequests = {
    ...{ method: 'POST' as const, path: '/subrequests?_format=json', contentType: 'application/json' },
    body: JSON.stringify([
      { requestId: 'router', action: 'view', uri: '/router/translate-path?path=/page-7' },
      {
        requestId: 'entry',
        action: 'view',
        uri: '{{router.body@$.jsonapi.individual}}',
        waitFor: ['router'],
      },
    ]),
  } as const;
  const path = define('entry of a path', 1.25, subrequests, 207);
  const [page, wholeMenu, route, entry, inOne] = await measureInTurns(
    [
      define('', 0, read(`${COLLECTION}?page[limit]=50`)),
      menu,
      define('', 0, read('/router/translate-path?path=/page-7')),
      define('', 0, read(`${COLLECTION}/${ids[7] ?? ''}`)),
      path,
    ],
    server,
    rounds,
  );
  const both = { ...entry, processorMilliseconds: route.processorMilliseconds + entry.processorMilliseconds };
  return [
    [menu, { bare: page, service: wholeMenu }],
    [path, { bare: both, service: inOne }],
  ];
}

function define(name: string, budget: number, request: BenchRequest, expectedStatus = 200): Operation {
  return { name, budget, expectedStatus, requests: 500, next: () => request };
}

/** Creates pages with aliases, and a link in the menu `main` to each of them. @returns the ids of the pages */
async function fillSite(client: ApiClient): Promise<readonly string[]> {
  await manage(client, 'PATCH', 'settings/jsonapi', { allowedOperations: 'read_write' });
  const fields = [{ name: 'body', type: 'text_long', label: 'Body' }];
  await manage(client, 'POST', 'bundles', {
    ...{ entityType: 'node', bundle: 'bench_page', label: 'Page', fields },
  });
  const body = {
    value: '<p>The last tram leaves the harbour at midnight.</p>'.repeat(5),
    format: 'basic_html',
  };
  const pages = await create(client, PAGE, (n) => ({
    title: `Page ${n}`,
    body,
    path: { alias: `/page-${n}`, langcode: 'en' },
  }));
  await create(client, LINK, (n) => ({
    ...{ title: `Link ${n}`, menu_name: 'main', weight: n % 7 },
    link: { uri: `entity:node/${pages[n] ?? ''}` },
  }));
  return pages;
}

async function create(
  client: ApiClient,
  type: string,
  toAttributes: (n: number) => object,
): Promise<readonly string[]> {
  const operations = Array.from({ length: PAGES }, (_, n) => ({
    op: 'add',
    data: { type, attributes: toAttributes(n) },
  }));
  const answer = await client.send('POST', '/api/operations', {
    document: { 'atomic:operations': operations },
    headers: { 'Content-Type': ATOMIC, Accept: ATOMIC },
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { 'atomic:results': results } = (await answer.json()) as {
    readonly 'atomic:results': readonly { readonly data: Resource }[];
  };
  return results.map(({ data }) => data.id);
}

async function manage(client: ApiClient, method: string, path: string, document: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const answer = await client.send(method, `/manage/${path}`, { document, headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}
