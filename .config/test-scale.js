// `npm run test:scale`: test/scale on each SQL storage, whose servers run already. Options: --entries NUMBER (default 20000),
// --engine sqlite|mariadb|postgres (may be given several times; default: all).
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '20000' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'mariadb', 'postgres'] },
  },
});
if (!/^[1-9]\d*$/.test(values.entries)) throw new Error(`--entries must be a number, got ${values.entries}.`);

for (const engine of values.engine) {
  console.log(`\n=== ${engine}, ${values.entries} entries`);
  const env = { ...process.env, TEST_STORAGE: engine, SCALE_ENTRIES: values.entries };
  const { status } = spawnSync(process.execPath, ['.config/run-tests.js', 'test/scale/'], {
    stdio: 'inherit',
    env,
  });
  if (status !== 0) process.exitCode = 1;
}
