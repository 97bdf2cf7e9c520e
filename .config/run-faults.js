// `npm run test:faults`: the faults of test/faults in full scale, with their figures on standard error.
import { spawnSync } from 'node:child_process';

const RUNS = [
  ['sqlite', 'test/faults/(full-disk|clients|killed-consumers|clock-jumps)'],
  ['mariadb', 'test/faults/(database-server|killed-consumers|clock-jumps|clocks-apart)'],
  ['postgres', 'test/faults/(database-server|killed-consumers|clock-jumps|clocks-apart)'],
];

const failed = RUNS.filter(([storage, pattern]) => {
  const env = { ...process.env, TEST_STORAGE: storage, FAULTS: 'full' };
  const command = ['.config/run-tests.js', '--runInBand', pattern];
  return spawnSync(process.execPath, command, { stdio: 'inherit', env }).status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
