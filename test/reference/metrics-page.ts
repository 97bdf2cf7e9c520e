import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, type MetricObject, type Registry } from 'prom-client';
import { parse } from 'yaml';
import { createApp, measureWorkers, Metrics, parseConfig } from '@content-service/app';
import { formatTable } from './markdown-table.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}

interface MetricRow {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** docs/metrics.md: every metric of a process, with its labels and alerts. */
export async function formatMetricsPage(): Promise<string> {
  const metrics = await readMetrics();
  const rules = readRules();
  const isOwn = ({ name }: MetricRow): boolean => !/^(nodejs|process)_/.test(name);
  const toRow = ({ name, type, help, labels }: MetricRow): readonly string[] => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
    formatAlerts(rules.filter(({ expr }) => new RegExp(`\\b${name}(_bucket|_count|_sum)?\\b`).test(expr))),
  ];
  const head = ['metric', 'type', 'labels', 'meaning', 'alerts'];
  return `# Metrics

<!-- Made by \`npm run docs:reference\` from the metrics of a running process and deploy/prometheus/alerts.yaml. -->

\`METRICS_PORT=9464\` serves \`GET /metrics\` in Prometheus' text format at \`METRICS_HOST\`, on a listener of its own. Names are those of
OpenTelemetry's semantic conventions. The unit is the end of a name: seconds, bytes, or \`total\` for a count that only grows. Labels have values
from closed sets: a route is the pattern of the path, never the path. A process has at most 2,000 series: further combinations of route and
status are counted under the route \`(other)\`, further statements under \`(other)\`. Those that alerts select (tokens, content, health) always
have series of their own. Calls of the stores are not measured by method, which would be some 1,700 series: statements by verb and table show their time,
and [traces](operations.md#traces) show that of each use case.

While the database does not answer, metrics that are read from it are left out.

\`WORKERS\` above 1 serves the port by several processes; \`/metrics\` has the sum over them, of gauges such as lags the maximum.

An alert leads to its runbook. The rules are in [alerts.yaml](../deploy/prometheus/alerts.yaml).

## The service

${formatTable(head, metrics.filter(isOwn).map(toRow))}

## Node.js and the process

${formatTable(head, metrics.filter((metric) => !isOwn(metric)).map(toRow))}
`;
}

/** The metrics of an application without a database, of its supervisor and of Node.js, by name. */
async function readMetrics(): Promise<readonly MetricRow[]> {
  const app = await createApp(
    parseConfig({ DATABASE_URL: 'memory:', LOG_LEVEL: 'silent', KEY_SECRET: 'k'.repeat(32) }),
  );
  try {
    const { registry } = app.get(Metrics);
    measureWorkers(registry, () => 1);
    collectDefaultMetrics({ register: registry });
    return toRows(registry);
  } finally {
    await app.close();
  }
}

function toRows(registry: Registry): readonly MetricRow[] {
  const rows = registry.getMetricsAsArray().map((metric: MetricObject) => ({
    name: metric.name,
    // prom-client names the class of a metric only.
    type: metric.constructor.name.toLowerCase(),
    help: metric.help.endsWith('.') ? metric.help : `${metric.help}.`,
    labels: (Reflect.get(metric, 'labelNames') as readonly string[] | undefined) ?? [],
  }));
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function readRules(): readonly Rule[] {
  const text = readFileSync(new URL('../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8');
  return (parse(text) as { groups: readonly { rules: readonly Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );
}

function formatAlerts(rules: readonly Rule[]): string {
  return rules
    .map(({ alert, annotations }) => `[${alert}](${annotations.runbook.replace(/^docs\//, '')})`)
    .join(', ');
}
