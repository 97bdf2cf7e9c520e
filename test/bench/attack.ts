// `npm run bench:attack`: latency of GET /health/live while four connections send hostile requests, on each engine.
// The service runs as in production, on its defaults; the requests are the dearest that it admits, and refused ones.
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '../support/database.js';
import { fill } from './fill.js';
import { startMeasured } from './servers.js';

interface HostileRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the request is that of a form, which must have the CSRF token of its page. */
  readonly hasCsrfToken?: boolean;
}

const { values } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: ['mariadb', 'sqlite'] },
    articles: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '5' },
  },
});

const ATTACKERS = 4;
const ARTICLES = '/api/node/article';
const JSON_API = { 'Content-Type': 'application/vnd.api+json' };
const FORM = 'application/x-www-form-urlencoded';

const conditions = (amount: number, path: string, operator: string): string =>
  Array.from(
    { length: amount },
    (_, n) =>
      `filter[c${n}][condition][path]=${path}&filter[c${n}][condition][operator]=${operator}` +
      (operator.endsWith('NULL') ? '' : `&filter[c${n}][condition][value]=absent${n}`),
  ).join('&');

const filtered = (query: string): HostileRequest => ({ path: `${ARTICLES}?${encodeURI(query)}` });

const identifiers = (amount: number): string =>
  JSON.stringify({
    data: {
      type: 'node--article',
      attributes: { title: 'Hostile' },
      relationships: { field_tags: { data: Array.from({ length: amount }, () => ({ type: 'x', id: 'y' })) } },
    },
  });

const text = (html: string): string =>
  JSON.stringify({
    data: {
      type: 'node--article',
      attributes: { title: 'Hostile', body: { value: html, format: 'basic_html' } },
    },
  });

const ATTACKS: Readonly<Record<string, HostileRequest>> = {
  'no attack': { path: '/health/live' },
  '16 × CONTAINS on long texts': filtered(conditions(15, 'body.value', 'CONTAINS')),
  '249 × CONTAINS on titles': filtered(conditions(249, 'title', 'CONTAINS')),
  '249 × CONTAINS on long texts (refused)': filtered(conditions(249, 'body.value', 'CONTAINS')),
  '12 × IS NULL behind tags': filtered(conditions(3, 'field_tags.name', 'IS NULL')),
  '8 sort keys behind tags': filtered(`sort=${Array(8).fill('field_tags.name').join(',')}`),
  'page of 50 with all includes': filtered('include=field_tags,field_category,uid'),
  '60,000 blanks in Content-Type': {
    method: 'POST',
    path: '/oauth/token',
    headers: { 'Content-Type': `${FORM}; charset=${' '.repeat(60_000)}x` },
    body: 'grant_type=x',
  },
  'unclosed quotes in Accept': { path: ARTICLES, headers: { Accept: 'a;b="'.repeat(6000) } },
  '20,000 wrong identifiers': {
    method: 'POST',
    path: ARTICLES,
    headers: JSON_API,
    body: identifiers(20_000),
  },
  'unclosed <b>, 640 kB': {
    method: 'POST',
    path: ARTICLES,
    headers: JSON_API,
    body: text('<b>'.repeat(213_000)),
  },
  '10,000 combining marks at login': {
    method: 'POST',
    path: '/user/login',
    headers: { 'Content-Type': FORM },
    body: `name=${encodeURIComponent('\u0315\u0300'.repeat(5000))}&password=x`,
    hasCsrfToken: true,
  },
};

/** The request with the session cookie and the CSRF token of the form at its path. */
async function withCsrfToken(origin: string, hostile: HostileRequest): Promise<HostileRequest> {
  const page = await fetch(new URL(hostile.path, origin), { headers: { Accept: 'text/html' } });
  const cookies = page.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  const token = /name="token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const headers = { ...hostile.headers, Cookie: cookies.join('; ') };
  return { ...hostile, headers, body: `${hostile.body ?? ''}&token=${encodeURIComponent(token)}` };
}

for (const engine of values.engine) await measure(engine);

async function measure(engine: string): Promise<void> {
  const database = await createTestDatabase(engine);
  try {
    await fill(database.url, { articles: Number(values.articles), categories: 20, authors: 50, tags: 500 });
    const service = await startMeasured(database.url, undefined);
    console.log(`\n${engine}, ${values.articles} articles\n`);
    console.log(
      '| attack | status | attacker p50 ms | answers | health p50 ms | health p99 ms | health answers |',
    );
    console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
    for (const [name, attackRequest] of Object.entries(ATTACKS)) {
      const hostile = attackRequest.hasCsrfToken
        ? await withCsrfToken(service.url, attackRequest)
        : attackRequest;
      const headers = { ...(await service.headers()), ...hostile.headers };
      const until = performance.now() + Number(values.seconds) * 1000;
      const [health, attacks] = await Promise.all([
        pollHealth(service.url, until),
        attack(service.url, { ...hostile, headers }, until),
      ]);
      const statuses = [...new Set(attacks.statuses)].join(' ');
      console.log(
        `| ${name} | ${statuses} | ${percentile(attacks.times, 50)} | ${attacks.times.length} | ` +
          `${percentile(health, 50)} | ${percentile(health, 99)} | ${health.length} |`,
      );
    }
    await service.stop();
  } finally {
    await database.remove();
  }
}

/** Milliseconds of each health answer, asked for every 10 ms by a connection of its own. */
async function pollHealth(origin: string, until: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  while (performance.now() < until) {
    const sent = performance.now();
    await send(agent, origin, { path: '/health/live' });
    times.push(performance.now() - sent);
    await setTimeout(10);
  }
  agent.destroy();
  return times;
}

async function attack(
  origin: string,
  hostile: HostileRequest,
  until: number,
): Promise<{ times: number[]; statuses: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: ATTACKERS });
  const [times, statuses]: [number[], number[]] = [[], []];
  const attacker = async (): Promise<void> => {
    while (performance.now() < until) {
      const sent = performance.now();
      statuses.push(await send(agent, origin, hostile));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: ATTACKERS }, attacker));
  agent.destroy();
  return { times, statuses };
}

/** @returns the status; 0 when the connection ends without an answer */
function send(
  agent: Agent,
  origin: string,
  { method = 'GET', path, headers, body }: HostileRequest,
): Promise<number> {
  return new Promise((resolve) => {
    request(new URL(path, origin), { agent, method, headers }, (response) => {
      response
        .resume()
        .once('end', () => {
          resolve(response.statusCode ?? 0);
        })
        .once('error', () => {
          resolve(0);
        });
    })
      .once('error', () => {
        resolve(0);
      })
      .end(body);
  });
}

function percentile(times: readonly number[], percent: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0).toFixed(1);
}
