import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { adminUnit, e2e, unit } from './specs.js';

const rootDir = fileURLToPath(new URL('..', import.meta.url));
const under = (pattern) => `<rootDir>/${pattern}`;

const shared = {
  rootDir,
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/(?:apps|libs)/[^/]+/dist/'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
};

// Modules are loaded by Node, once in a worker; test runs start it with native-modules/register.js.
const native = {
  ...shared,
  testEnvironment: '<rootDir>/.config/native-modules/environment.js',
  runtime: '<rootDir>/.config/native-modules/runtime.cjs',
};

// The source of the administration is translated by its own transformer, of which Node knows nothing.
const admin = {
  ...shared,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': '<rootDir>/.config/transform-admin.js' },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#i18n$': '<rootDir>/apps/admin/src/locales/i18n.fixture.ts',
  },
};

export default {
  rootDir,
  // Much of a test's time is waiting: for a disk, a database, a browser, another process. Jest takes no more than 100%.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testSequencer: '<rootDir>/.config/test-sequencer.js',
  // Modules of finished suites stay in the memory of a worker and slow its garbage collection down.
  workerIdleMemoryLimit: '1GB',
  // Enough for a busy machine: no test asserts durations.
  testTimeout: 60_000,
  projects: [
    { ...admin, displayName: 'admin', testMatch: adminUnit.map(under) },
    { ...native, displayName: 'unit', testMatch: unit.map(under) },
    { ...native, displayName: 'e2e', testMatch: e2e.map(under) },
  ],
};
