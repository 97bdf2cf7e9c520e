// `--import` of a service: its last line of output is a JSON array of the packages @opentelemetry/… that it has loaded.
import { createRequire } from 'node:module';

const { cache } = createRequire(import.meta.url);

process.on('exit', () => {
  const names = Object.keys(cache).map((path) => /node_modules\/(@opentelemetry\/[^/]+)/.exec(path)?.[1]);
  const loaded = [...new Set(names.filter((name) => name !== undefined))].sort();
  process.stdout.write(`\n${JSON.stringify(loaded)}`);
});
