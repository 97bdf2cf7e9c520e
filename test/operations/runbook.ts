import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The samples of `/metrics` by series, such as `up{job="a"}`. */
export type Samples = ReadonlyMap<string, number>;

/** `sum by (LABELS) (rate(METRIC{MATCHERS}[5m]))` anywhere in an expression. */
const SUM_OF_RATES =
  /sum by \((?<labels>[\w, ]+)\) \(rate\((?<metric>\w+)(?:\{(?<matchers>[^}]*)\})?\[5m\]\)\)/;

/**
 * A file of docs/runbooks. What a test looks at is what the runbook tells to look at: each method takes a command, an
 * expression or a text out of the file and throws when it is not there.
 */
export class Runbook {
  private readonly text: string;

  constructor(private readonly name: string) {
    this.text = readFileSync(new URL(`../../docs/runbooks/${name}.md`, import.meta.url), 'utf8');
  }

  /** A text that the runbook has between backticks or in a block of code. @throws Error when it is not there */
  quote(text: string): string {
    const code = [...this.text.matchAll(/```[^`]*```|`[^`]+`/g)].map(([part]) => part).join('\n');
    if (!code.includes(text)) throw new Error(`docs/runbooks/${this.name}.md does not quote «${text}».`);
    return text;
  }

  /** The first line that begins so. @throws Error when it is not there */
  line(beginning: string): string {
    const line = this.text.split('\n').find((candidate) => candidate.trim().startsWith(beginning));
    if (line === undefined) throw new Error(`docs/runbooks/${this.name}.md has no line «${beginning}…».`);
    return line.trim();
  }

  /**
   * The increase between two scrapes of the first PromQL expression over a metric, the largest first.
   *
   * @returns values of the labels that the expression groups by, separated by spaces, with the increase
   */
  increases(metric: string, before: Samples, after: Samples): readonly (readonly [string, number])[] {
    const expression = this.expressions.find(
      (candidate) => SUM_OF_RATES.exec(candidate)?.groups?.['metric'] === metric,
    );
    const { labels = '', matchers = '' } = SUM_OF_RATES.exec(expression ?? '')?.groups ?? {};
    if (labels === '') throw new Error(`docs/runbooks/${this.name}.md has no sum of rates of ${metric}.`);
    const sums = new Map<string, number>();
    for (const [series, value] of after) {
      const found = parseSeries(series);
      if (found.metric !== metric || !matches(found.labels, parseLabels(matchers))) continue;
      const group = labels.split(', ').map((label) => found.labels.get(label) ?? '');
      const key = group.join(' ');
      sums.set(key, (sums.get(key) ?? 0) + value - (before.get(series) ?? 0));
    }
    return [...sums].filter(([, increase]) => increase > 0).toSorted(([, a], [, b]) => b - a);
  }

  /** What the first command `log | jq -c '…'` with this text in its filter selects of a log. */
  selectLog(part: string, log: string): readonly unknown[] {
    const [, filter = ''] =
      [...this.text.matchAll(/log \| jq -c '([^']+)'/g)].find(([, candidate = '']) =>
        candidate.includes(part),
      ) ?? [];
    if (filter === '')
      throw new Error(`docs/runbooks/${this.name}.md has no filter of the log with «${part}».`);
    // The command `log` of docs/operations.md passes lines that are JSON.
    return runJq(`fromjson? | ${filter}`, log, '-R', '-c');
  }

  /** What the filter of the first command `curl … ADDRESS | jq '…'` selects of a body. */
  selectBody(address: string, body: unknown): readonly unknown[] {
    const line = this.text
      .split('\n')
      .find((candidate) => candidate.includes(address) && candidate.includes('| jq'));
    const filter = /\| jq '(?<filter>[^']+)'/.exec(line ?? '')?.groups?.['filter'];
    if (filter === undefined) throw new Error(`docs/runbooks/${this.name}.md has no filter of ${address}.`);
    return runJq(filter, JSON.stringify(body), '-c');
  }

  private get expressions(): readonly string[] {
    return [...this.text.matchAll(/```promql\n([^`]+)```/g)].flatMap(([, block = '']) =>
      block.trim().split('\n'),
    );
  }
}

export async function scrape(metricsUrl: string): Promise<Samples> {
  const text = await (await fetch(metricsUrl)).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

function runJq(filter: string, input: string, ...options: readonly string[]): readonly unknown[] {
  const { status, stdout, stderr } = spawnSync('jq', [...options, filter], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`jq '${filter}': ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

function parseSeries(series: string): {
  readonly metric: string;
  readonly labels: ReadonlyMap<string, string>;
} {
  const [metric = '', labels = ''] = series.split('{');
  return { metric, labels: parseLabels(labels) };
}

/** The labels of a text such as `a="1",b="2"`. */
function parseLabels(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
}

function matches(labels: ReadonlyMap<string, string>, matchers: ReadonlyMap<string, string>): boolean {
  return [...matchers].every(([name, value]) => labels.get(name) === value);
}
