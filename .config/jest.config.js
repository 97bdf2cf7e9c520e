import { fileURLToPath } from 'node:url';
import { e2e, unit } from './specs.js';

const rootDir = fileURLToPath(new URL('..', import.meta.url));
const under = (pattern) => `<rootDir>/${pattern}`;

const shared = {
  rootDir,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '/apps/admin/src/.+\\.ts$': '<rootDir>/.config/transform-admin.js',
    '^.+\\.ts$': ['@swc/jest', { configFile: `${rootDir}.swcrc` }],
  },
  // Source writes "./x.js" for "./x.ts"; workspace packages are read from their sources, unbuilt.
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#i18n$': '<rootDir>/apps/admin/src/locales/i18n.fixture.ts',
    '^@content-service/app$': '<rootDir>/apps/content-service/src/index.ts',
    '^@content-service/([^/]+)/conformance$': '<rootDir>/libs/$1/src/conformance/index.ts',
    '^@content-service/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/(?:apps|libs)/[^/]+/dist/'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
};

export default {
  rootDir,
  // Much of a test's time is waiting: for a disk, a database, a browser, another process.
  maxWorkers: '100%',
  // Modules of finished suites stay in the memory of a worker and slow its garbage collection down.
  workerIdleMemoryLimit: '1GB',
  // Enough for a busy machine: no test asserts durations.
  testTimeout: 60_000,
  coverageProvider: 'v8',
  coverageDirectory: 'coverage',
  collectCoverageFrom: ['{apps,libs}/*/src/**/*.ts', '!**/index.ts', '!**/serve.ts', '!**/migrations/**'],
  coverageReporters: ['text-summary', 'lcov'],
  projects: [
    { ...shared, displayName: 'unit', testMatch: unit.map(under) },
    { ...shared, displayName: 'e2e', testMatch: e2e.map(under) },
  ],
};
