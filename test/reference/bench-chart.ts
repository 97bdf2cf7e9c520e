import type { BenchResult } from '../bench/report.js';

/** By engine of the bench; colours that differ for colour-blind readers too, on light and dark backgrounds. */
const ENGINES: Readonly<Record<string, { readonly label: string; readonly colour: string }>> = {
  sqlite: { label: 'SQLite', colour: '#0072b2' },
  mariadb: { label: 'MariaDB', colour: '#d55e00' },
  postgres: { label: 'PostgreSQL', colour: '#009e73' },
};

const [WIDTH, LEFT, RIGHT] = [760, 210, 90];
const [TOP, BAR, GAP] = [64, 16, 16];

/**
 * A bar chart (SVG) of the requests that one core of the service answers in a second, by operation and engine. They follow
 * from its processor time, which hardly depends on other work of the machine.
 */
export function drawBenchChart(results: readonly BenchResult[]): string {
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const engines = Object.entries(ENGINES).filter(([name]) => results.some(({ engine }) => engine === name));
  const maximum = Math.max(...results.map(toRequestsPerCore));
  const groupHeight = engines.length * BAR + GAP;
  const height = TOP + operations.length * groupHeight + GAP;
  const legend = engines.map(
    ([, { label, colour }], index) =>
      `<rect x="${LEFT + index * 120}" y="36" width="12" height="12" fill="${colour}"/>` +
      `<text x="${LEFT + index * 120 + 18}" y="46">${label}</text>`,
  );
  const bars = operations.flatMap((operation, group) => {
    const top = TOP + group * groupHeight;
    const middle = top + (engines.length * BAR) / 2 + 4;
    return [
      `<text x="${LEFT - 12}" y="${middle}" text-anchor="end">${operation}</text>`,
      ...engines.flatMap(([name, { colour }], index) => {
        const found = results.find((result) => result.operation === operation && result.engine === name);
        if (found === undefined) return [];
        const width = Math.max(2, ((WIDTH - LEFT - RIGHT) * toRequestsPerCore(found)) / maximum);
        const y = top + index * BAR;
        return [
          `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 3}" fill="${colour}"/>`,
          `<text x="${(LEFT + width + 8).toFixed(1)}" y="${y + BAR - 5}">${Math.round(toRequestsPerCore(found))}</text>`,
        ];
      }),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="t">`,
    `<title id="t">Requests a second for each core, by operation and database</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<g font-family="sans-serif" font-size="13" fill="#222831">`,
    `<text x="16" y="24" font-size="15" font-weight="bold">Requests a second for each core</text>`,
    ...legend,
    ...bars,
    `</g>`,
    `</svg>`,
    '',
  ].join('\n');
}

function toRequestsPerCore({ processorMilliseconds }: BenchResult): number {
  return 1000 / processorMilliseconds;
}
