// `npm run bench`: the cost of a request compared with a baseline of hand-written SQL on the same database.
// The exit code is 1 when a budget is exceeded. See README.md beside this file for the options and how to read the result.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '../support/database.js';
import { compare } from './compare.js';
import { fill } from './fill.js';
import { FULL } from './content.js';
import { measureGrowth } from './growth.js';
import { formatGrowth, type Growth, isGrowthInBudget } from './growth-report.js';
import { measureImport } from './import/measure-import.js';
import { formatFootprint, isFootprintInBudget, measureFootprint, measureStart } from './footprint.js';
import { getBudget, OPERATIONS } from './operations.js';
import { getRatio, header, row, toResult } from './report.js';
import { startBare, startMeasured } from './servers.js';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true, default: ['mariadb', 'sqlite'] },
    operation: { type: 'string', multiple: true, default: OPERATIONS.map(({ name }) => name) },
    profile: { type: 'string' },
    entries: { type: 'string', multiple: true },
    import: { type: 'string' },
    json: { type: 'string' },
  },
});
const operations = OPERATIONS.filter(({ name }) => values.operation.includes(name));
const rounds = values.quick ? 1 : 5;
const results: ReturnType<typeof toResult>[] = [];
const growths: Growth[] = [];

for (const engine of values.engine)
  if (values.import !== undefined)
    console.log(`\n${await measureImport(engine, Number(values.import), values.profile)}`);
  else if (values.entries === undefined) await measure(engine);
  else await reportGrowth(engine, values.entries.map(Number));
if (values.json !== undefined) {
  const figures = values.entries === undefined ? { articles: FULL.articles, results } : growths;
  writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
}

async function reportGrowth(engine: string, sizes: readonly number[]): Promise<void> {
  const growth = await measureGrowth(engine, sizes, rounds);
  growths.push(growth);
  console.log(`\n${formatGrowth(growth)}\n`);
  if (!isGrowthInBudget(growth)) process.exitCode = 1;
}

async function measure(engine: string): Promise<void> {
  const database = await createTestDatabase(engine);
  try {
    const seconds = await fill(database.url, FULL);
    console.log(`\n${engine}: ${FULL.articles} articles, imported in ${seconds.toFixed(0)} s`);
    const start = await measureStart(database.url);
    const bare = await startBare(database.url);
    const service = await startMeasured(database.url, values.profile);
    console.log(header());
    for (const operation of operations) {
      const comparison = await compare(operation, { bare, service }, rounds);
      const budget = getBudget(operation, engine);
      console.log(row(operation, comparison, budget));
      results.push(toResult(engine, operation, comparison));
      if (getRatio(comparison) > budget) process.exitCode = 1;
    }
    const footprint = await measureFootprint(service, start, rounds);
    console.log(formatFootprint(footprint));
    if (!isFootprintInBudget(footprint)) process.exitCode = 1;
    await Promise.all([bare.stop(), service.stop()]);
  } finally {
    await database.remove();
  }
}
