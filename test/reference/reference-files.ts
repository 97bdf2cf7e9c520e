import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { formatConfigurationPage } from './configuration-page.js';
import { formatEnvExample } from './env-example.js';
import { formatMetricsPage } from './metrics-page.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The files that are made from the code: contents by path below the root. */
export async function createReferenceFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['.env.example', formatEnvExample()],
    ['docs/configuration.md', await formatMarkdown(formatConfigurationPage())],
    ['docs/metrics.md', await formatMarkdown(await formatMetricsPage())],
  ]);
}

async function formatMarkdown(text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(`${ROOT}README.md`)), parser: 'markdown' });
}
