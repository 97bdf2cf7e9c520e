import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, type FormatConfig } from 'oxfmt';
import { drawBenchChart } from './bench-chart.js';
import { formatCapacityPage, readFigures, readGrowths } from './capacity-page.js';
import { formatConfigurationPage } from './configuration-page.js';
import { formatEnvExample } from './env-example.js';
import { formatManagementBounds, formatManagementTypes } from './management-types.js';
import { formatMetricsPage } from './metrics-page.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The files that are made from the code and the figures of the bench: contents by path below the root. */
export async function createReferenceFiles(): Promise<ReadonlyMap<string, string>> {
  const figures = readFigures();
  return new Map([
    ['.env.example', formatEnvExample()],
    ['docs/capacity.md', await formatFile('page.md', formatCapacityPage(figures, readGrowths()))],
    ['docs/images/bench.svg', drawBenchChart(figures.results)],
    ['docs/configuration.md', await formatFile('page.md', formatConfigurationPage())],
    ['docs/metrics.md', await formatFile('page.md', await formatMetricsPage())],
    ['apps/admin/src/management-api/schema.ts', await formatFile('schema.ts', await formatManagementTypes())],
    ['apps/admin/src/management-api/bounds.ts', await formatFile('bounds.ts', formatManagementBounds())],
  ]);
}

/** @param name decides how the text is formatted */
async function formatFile(name: string, text: string): Promise<string> {
  const options = JSON.parse(readFileSync(`${ROOT}.oxfmtrc.json`, 'utf8')) as FormatConfig;
  const { code, errors } = await format(name, text, options);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
