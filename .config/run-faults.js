// `npm run test:faults`: the suites of test/faults in full scale, with their figures on standard error.
import { spawnSync } from 'node:child_process';

const ofServers = 'test/faults/.*[.](servers|processes)[.]e2e-spec';
const RUNS = [
  ['sqlite', 'test/faults/[^.]+[.]e2e-spec|killed-consumers|clock-jumps'],
  ['mariadb', ofServers],
  ['postgres', ofServers],
];

const failed = RUNS.filter(([storage, pattern]) => {
  const env = { ...process.env, TEST_STORAGE: storage, FAULTS: 'full' };
  const command = ['.config/run-tests.js', '--runInBand', pattern];
  return spawnSync(process.execPath, command, { stdio: 'inherit', env }).status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
