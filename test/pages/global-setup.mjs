import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import findStrayTests from '../support/global-setup.mjs';

const BUILD = fileURLToPath(new URL('../../apps/content-service/bin/build-checkout.js', import.meta.url));

/** Builds the administration when its sources are newer than its build: once, before the workers begin. */
export default function setup(globalConfig) {
  findStrayTests(globalConfig);
  if (spawnSync(process.execPath, [BUILD], { stdio: 'inherit' }).status !== 0)
    throw new Error('The pages cannot be tested without a build.');
}
