/** @needs promtool */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { Metrics, MetricsServer } from '@content-service/app';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { WebhookService } from '@content-service/webhooks';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { readRepositoryFile, ROOT } from './deploy-files.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const ALERTS = 'deploy/prometheus/alerts.yaml';
const ALERT_TESTS = 'deploy/prometheus/alerts.test.yaml';
const RUNBOOKS = 'docs/runbooks';

const rules = (
  parse(readRepositoryFile(ALERTS)) as { groups: readonly { rules: readonly Rule[] }[] }
).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readRepositoryFile('deploy/grafana/dashboard.json')) as {
  readonly panels: readonly Panel[];
};
const runbooks = readdirSync(join(ROOT, RUNBOOKS)).map((name) => `${RUNBOOKS}/${name}`);

/** Expressions by where they are, with values for Grafana's variables. */
const expressions: readonly (readonly [string, string])[] = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [`the panel «${title}»`, expr.replaceAll('$__rate_interval', '5m')] as const),
  ),
  ...runbooks.flatMap((path) =>
    [...readRepositoryFile(path).matchAll(/^ *```promql\n([^`]+)```/gm)].flatMap(([, block = '']) =>
      block
        .trim()
        .split('\n')
        .map((expr) => [path, expr.trim()] as const),
    ),
  ),
];

describe(ALERTS, () => {
  it('is accepted by promtool check rules', () => {
    expect(promtool('check', 'rules', ALERTS)).toMatchObject({ status: 0, stderr: '' });
  });

  it('fires as its unit tests say', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', ALERT_TESTS);

    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('has a unit test in which each alert fires', () => {
    const fired = [...readRepositoryFile(ALERT_TESTS).matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)];

    expect(new Set(fired.map(([, name]) => name))).toEqual(new Set(rules.map(({ alert }) => alert)));
  });

  it.each(rules)(
    'has a severity, a summary and an existing runbook for $alert',
    ({ labels, annotations }) => {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect(runbooks).toContain(annotations.runbook);
    },
  );
});

describe('deploy/grafana/dashboard.json', () => {
  it('has panels with different titles in a grid of 24 columns without overlaps', () => {
    const { panels } = dashboard as unknown as {
      panels: readonly { title: string; gridPos: { x: number; y: number; w: number } }[];
    };

    expect(panels.length).toBeGreaterThan(10);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x},${y}`)).size).toBe(panels.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  it('names existing runbooks', () => {
    const named = [
      ...readRepositoryFile('deploy/grafana/dashboard.json').matchAll(/docs\/runbooks\/[\w-]+\.md/g),
    ];

    expect(named.length).toBeGreaterThan(3);
    expect(named.map(([path]) => path).filter((path) => !existsSync(ROOT + path))).toEqual([]);
  });
});

describe('the expressions of alerts, dashboard and runbooks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-metrics-'));
  let app: TestApp;
  let metrics: string;
  beforeAll(async () => {
    const METRICS_PORT = String(await freePort());
    // The storage in memory has no statements to measure.
    app = await startApp({ METRICS_PORT, DATABASE_URL: `sqlite:${join(folder, 'content.sqlite')}` });
    await app.nest.get(MetricsServer).start();
    // SQLite has no replicas, which would be checked.
    app.nest.get(Metrics).replicaLag.set({ replica: 1 }, 0);
    const shop = { label: 'Shop', url: 'https://shop.example/hook' };
    const { endpoint } = await app.nest.get(WebhookService).create(shop, 'v1', OPERATOR_CONTEXT);
    app.nest.get(Metrics).webhookDeadDeliveries.inc({ webhook: endpoint.id }, 0);
    await app.api.asAnonymous().get('/api/node/article');
    await app.api.asAnonymous().get('/health/ready');
    await app.api.asAnonymous().send('post', '/oauth/token');
    metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  });
  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true });
  });

  it('are found in alerts, dashboard and runbooks', () => {
    const places = expressions.map(([place]) => place);

    expect(places).toEqual(expect.arrayContaining(['ContentServiceDown', 'docs/runbooks/reads-are-slow.md']));
    expect(places.filter((place) => place.startsWith('docs/')).length).toBeGreaterThan(10);
  });

  it('are PromQL', () => {
    const file = join(folder, 'expressions.yaml');
    const asRules = expressions.map(([, expr], n) => ({ record: `expression_${n}`, expr }));
    writeFileSync(file, stringify({ groups: [{ name: 'expressions', rules: asRules }] }));

    expect(promtool('check', 'rules', file)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(expressions)('name existing series: %s: %s', (_, expr) => {
    const names = findSeriesNames(expr);

    expect(names.length).toBeGreaterThan(0);
    // `up` is made by Prometheus itself.
    expect(names.filter((name) => name !== 'up' && !new RegExp(`^${name}[ {]`, 'm').test(metrics))).toEqual(
      [],
    );
  });

  it.each(expressions)('name existing labels and values: %s: %s', (_, expr) => {
    const matchers = [...expr.matchAll(/\b(\w+)(=~|!~|!=|=)"([^"]*)"/g)].filter(
      ([, label = '']) => !OF_SCRAPE.has(label),
    );

    for (const [, label = '', operator = '', value = ''] of matchers) {
      expect(metrics).toContain(`${label}="`);
      // Which statuses occur depends on the requests.
      if (operator === '=' && label !== 'http_response_status_code')
        expect(metrics).toContain(`${label}="${value}"`);
    }
  });

  it('select the routes of content, tokens and health checks', () => {
    const routes = [...metrics.matchAll(/_count\{[^}]*http_route="([^"]*)"/g)].map(([, route]) => route);

    expect(routes).toEqual(
      expect.arrayContaining(['/api/:entityType/:bundle', '/health/ready', '/oauth/token']),
    );
  });
});

describe.each(runbooks)('%s', (path) => {
  it('has a symptom, checks, actions and a verification', () => {
    const headings = [...readRepositoryFile(path).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);

    expect(headings).toEqual(['Symptom', 'Check', 'Act', 'Verify']);
  });

  it('is in the list of docs/operations.md', () => {
    expect(readRepositoryFile('docs/operations.md')).toContain(`](${path.replace('docs/', '')})`);
  });
});

/** Labels that Prometheus adds when it scrapes. */
const OF_SCRAPE = new Set(['job', 'instance']);

const FUNCTIONS = new Set([
  ...['absent', 'changes', 'count', 'histogram_quantile', 'increase', 'max', 'rate', 'sum', 'topk', 'vector'],
  ...['and', 'or', 'unless', 'on', 'time'],
]);

/** The names in an expression that are no functions, operators, labels or durations. */
function findSeriesNames(expr: string): readonly string[] {
  const bare = expr
    .replace(/\{[^{}]*\}|"[^"]*"|\[[^[\]]*\]/g, ' ')
    .replace(/\b(by|without|on)\s*\([^)]*\)/g, ' ')
    .replace(/\b\d[\d.e]*\b/g, ' ');
  return (bare.match(/[a-zA-Z_:][\w:]*/g) ?? []).filter((name) => !FUNCTIONS.has(name));
}

function promtool(...args: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: ROOT, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}
