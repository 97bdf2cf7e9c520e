import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { places } from './places.js';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

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

// Suites that look at pages share the browser of their worker.
const pages = {
  ...native,
  testEnvironment: '<rootDir>/test/pages/environment.mjs',
  globalSetup: '<rootDir>/test/pages/global-setup.mjs',
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

const toProject = ([name, { storage, roots, pattern }]) => ({
  ...({ admin, pages }[name] ?? native),
  displayName: name,
  roots: roots.map((folder) => `<rootDir>/${folder}`),
  testRegex: pattern,
  testEnvironmentOptions: { storage },
});

// Any suite on the storage that TEST_STORAGE names.
const anySuite = [
  'any',
  { storage: process.env.TEST_STORAGE, roots: places.sqlite.roots, pattern: 'spec[.]ts$' },
];

export default {
  rootDir,
  // Much of a test's time is waiting: for a disk, a database, a browser, another process. Jest takes no more than 100%.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testSequencer: '<rootDir>/.config/test-sequencer.js',
  reporters: ['default', '<rootDir>/.config/totals-reporter.js'],
  // Modules of finished suites stay in the memory of a worker and slow its garbage collection down.
  workerIdleMemoryLimit: '1GB',
  // Enough for a busy machine: no test asserts durations.
  testTimeout: 300_000,
  projects: [...Object.entries(places), anySuite].map(toProject),
};
