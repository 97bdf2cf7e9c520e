const domain = [
  'kernel',
  'scopes',
  'bundles',
  'entries',
  'oauth-clients',
  'oauth-grants',
  'accounts',
  'site-settings',
  'audit',
  'jobs',
  'events',
  'webhooks',
];
const storage = ['storage', ...domain];

/** Permitted imports between packages. A package that is not listed may import no other. */
const mayImport = {
  'libs/kernel': [],
  'libs/scopes': ['kernel'],
  'libs/bundles': ['kernel', 'audit'],
  'libs/entries': ['kernel', 'scopes', 'bundles', 'audit', 'jobs'],
  'libs/audit': ['kernel'],
  'libs/jobs': ['kernel', 'audit'],
  'libs/events': ['kernel', 'scopes', 'audit', 'entries', 'jobs'],
  'libs/webhooks': ['kernel', 'scopes', 'audit', 'events', 'jobs'],
  'libs/oauth-clients': ['kernel', 'scopes', 'audit'],
  'libs/oauth-grants': ['kernel', 'scopes', 'oauth-clients', 'accounts', 'audit'],
  'libs/accounts': ['kernel', 'scopes', 'entries', 'audit'],
  'libs/site-settings': ['kernel', 'audit'],
  'libs/jsonapi': ['kernel', 'scopes', 'bundles', 'entries', 'site-settings', 'files'],
  'libs/site-jobs': ['jsonapi', ...storage],
  'libs/transfer': [...storage, 'storage-records', 'files'],
  'libs/storage': domain,
  'libs/storage-records': storage,
  'libs/storage-typeorm': storage,
  'libs/files': ['kernel', 'scopes', 'audit', 'jobs', 'bundles', 'entries', 'site-settings'],
  'libs/file-store-s3': ['kernel', 'files'],
  'libs/sink': ['kernel', 'events'],
  'libs/sink-nats': ['sink'],
  'libs/sink-amqp': ['sink'],
  'apps/content-service': ['[^/]+'],
  'apps/admin': [],
};

const packages = Object.entries(mayImport).map(([name, libs]) => ({
  name: `may-import:${name}`,
  comment: `${name} imports ${libs.join(', ') || 'no other package'}: a dependency outside the table turns the hexagon inside out.`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: {
    path: '^(apps|libs|test|ormconfig)\\b',
    pathNot: [`^${name}/`, ...libs.map((lib) => `^libs/${lib}/`)],
  },
}));

const npm = (names) => `(^|/)node_modules/(@types/)?(${names})(/|$)|^(${names})(/|$)`;
const spec = '\\.(spec|e2e-spec)\\.ts$';
const specOrFixture = '\\.(spec|e2e-spec|fixture)\\.ts$';

/** The layers of the application, each with those that it may import. */
const layers = {
  start: ['http', 'background', 'platform'],
  http: ['platform'],
  background: ['platform'],
  platform: [],
};
const inLayer = (names) => `^apps/content-service/src/(${names.join('|')})(/|$)`;

const upwardImports = Object.entries(layers)
  .filter(([name]) => name !== 'start')
  .map(([name, below]) => ({
    name: `layer:${name}`,
    comment: `${name} imports ${below.join(' and ') || 'no other layer'}: the application is read from start down to platform. Controllers and background work share use cases, which lie in libraries.`,
    severity: 'error',
    scope: 'folder',
    from: { path: inLayer([name]) },
    to: { path: inLayer(Object.keys(layers).filter((other) => other !== name && !below.includes(other))) },
  }));

const rules = [
  {
    name: 'folder-in-a-layer',
    comment: 'A new folder of the application belongs to a layer of the table above.',
    from: {
      path: '^apps/content-service/src/',
      pathNot: [inLayer(Object.keys(layers)), '^apps/content-service/src/index\\.ts$'],
    },
    to: {},
  },
  {
    name: 'no-circle-of-folders',
    comment:
      'Of folders that need each other none can be understood without the others; they are one folder, or lack a third.',
    scope: 'folder',
    from: { path: '^apps/content-service/src(/|$)' },
    to: { circular: true },
  },
  {
    name: 'package-in-the-table',
    comment: 'A new package needs a row in the table above, which lists its permitted imports.',
    from: { path: '^(apps|libs)/', pathNot: `^(${Object.keys(mayImport).join('|')})/` },
    to: {},
  },
  {
    name: 'front-door-only',
    comment:
      'Another package is entered by its src/index.ts, so that its files can move without changes elsewhere. transfer has one for each of its folders: what needs site packages loads no archives of backups.',
    from: { path: '^(apps|libs)/([^/]+)/' },
    to: {
      path: '^(apps|libs)/',
      pathNot: [
        '^$1/$2/',
        '^(apps|libs)/[^/]+/src/index\\.ts$',
        '^libs/(storage|storage-records|files)/src/conformance/index\\.ts$',
        '^libs/transfer/src/[^/]+/index\\.ts$',
      ],
    },
  },
  {
    name: 'front-door-only-for-tests',
    comment:
      'End-to-end tests see what a user sees: the application and the libraries through src/index.ts. The proxy that breaks connections and the server of S3 are no part of the product, and the kits of sinks and file stores run where the servers of the tests are known.',
    from: { path: '^(test/|ormconfig\\.ts$)' },
    to: {
      path: '^(apps|libs)/',
      pathNot: [
        '^(apps|libs)/[^/]+/src/index\\.ts$',
        '^libs/storage-typeorm/src/testing/faulty-proxy\\.ts$',
        '^libs/(sink|files)/src/conformance/index\\.ts$',
        '^libs/file-store-s3/src/[^/]+\\.fixture\\.ts$',
      ],
    },
  },
  {
    name: 'ormconfig-needs-one-library',
    comment:
      'ormconfig.ts serves the TypeORM command line, which needs the tables and migrations and nothing else.',
    from: { path: '^ormconfig\\.ts$' },
    to: { path: '^(apps|libs|test)/', pathNot: '^libs/storage-typeorm/' },
  },
  {
    name: 'storage-chosen-in-one-place',
    comment:
      'Only create-storage.ts names storage adapters, so that a new adapter is one case in one file. The other is one of STORAGE_ADAPTER. Specs beside their subject may keep everything in memory.',
    from: {
      path: '^(apps/content-service|test)/',
      pathNot: [
        '^apps/content-service/src/start/bootstrap/create-storage\\.ts$',
        `^apps/content-service/.+${spec}`,
        '^test/durability/(later-schema|killed-in-phase)\\.mjs$',
      ],
    },
    to: { path: '^libs/storage-', pathNot: '^libs/storage-typeorm/src/testing/faulty-proxy\\.ts$' },
  },
  {
    name: 'storage-of-specs',
    comment:
      'A library knows the port. Its specs beside their subject may keep everything in the memory of storage-records.',
    from: { path: '^libs/', pathNot: ['^libs/storage-', specOrFixture] },
    to: { path: '^libs/storage-' },
  },
  {
    name: 'sink-chosen-in-one-place',
    comment:
      'Only create-event-sink.ts names adapters of brokers, and loads the one that BROKER_URL asks for, or that of EVENT_SINK_ADAPTER.',
    from: {
      path: '^apps/content-service/',
      pathNot: '^apps/content-service/src/background/brokers/create-event-sink\\.ts$',
    },
    to: { path: '^libs/sink-' },
  },
  {
    name: 'sink-loaded-when-needed',
    comment:
      'Without BROKER_URL no client of a broker is loaded, so adapters are imported by import() alone.',
    from: { path: '^apps/content-service/' },
    to: { path: '^libs/sink-', dynamic: false },
  },
  {
    name: 'file-store-chosen-in-one-place',
    comment:
      'Only create-file-store.ts names the adapter of S3, and loads it by import() when FILE_STORE asks for it. The other is one of FILE_STORE_ADAPTER.',
    from: {
      path: '^apps/content-service/',
      pathNot: '^apps/content-service/src/platform/files/create-file-store\\.ts$',
    },
    to: { path: '^libs/file-store-' },
  },
  {
    name: 'file-store-loaded-when-needed',
    comment: 'Without an s3: URL the SDK of AWS is not loaded, which takes a quarter of a second.',
    from: { path: '^apps/content-service/' },
    to: { path: '^libs/file-store-', dynamic: false },
  },
  {
    name: 's3-only-in-its-adapter',
    comment: 'S3 is known to one adapter, or the port is no port.',
    from: { path: '.', pathNot: '^libs/file-store-s3/' },
    to: { path: npm('@aws-sdk/[^/]+|@smithy/[^/]+') },
  },
  {
    name: 'conformance-kit-only-in-specs',
    comment: 'A conformance kit runs inside a test runner, so nothing but a spec may load it.',
    from: { path: '.', pathNot: ['^libs/(storage|storage-records|sink|files)/src/conformance/', spec] },
    to: { path: '^libs/(storage|storage-records|sink|files)/src/conformance/' },
  },
  {
    name: 'nest-only-in-modules',
    comment: 'A library is plain TypeScript; Nest appears in its <lib>.module.ts, which wires it.',
    from: { path: '^libs/', pathNot: '\\.module\\.ts$' },
    to: { path: npm('@nestjs/[^/]+') },
  },
  {
    name: 'modules-need-only-nest-common',
    comment: 'A library module needs decorators alone; anything more of Nest belongs to the application.',
    from: { path: '^libs/.+\\.module\\.ts$' },
    to: { path: npm('@nestjs/[^/]+'), pathNot: npm('@nestjs/common') },
  },
  {
    name: 'drivers-only-in-storage-typeorm',
    comment:
      'Databases are known to one adapter (and to the test support that starts, makes and drops them, and to the yardstick of the benchmark), or the port is no port.',
    from: {
      path: '.',
      pathNot:
        '^(libs/storage-typeorm/|ormconfig\\.ts$|test/support/database\\.ts$|\\.config/|test/bench/bare/)',
    },
    to: { path: npm('typeorm|mysql2|better-sqlite3|libsql|pg') },
  },
  {
    name: 'broker-clients-only-in-sinks',
    comment:
      'A broker is known to one adapter (and to the tests that receive from it), or the port is no port.',
    from: { path: '.', pathNot: '^(libs/sink-(nats|amqp)/|test/brokers/|\\.config/)' },
    to: { path: npm('@nats-io/[^/]+|amqplib') },
  },
  {
    name: 'http-only-in-the-application',
    comment:
      'HTTP, tokens and DTO validation are the edge; a library that knew them could not be used without it. Tests may be clients.',
    from: {
      path: '.',
      pathNot: [
        '^apps/content-service/',
        '^test/oauth/clients\\.e2e-spec\\.ts$',
        '^test/bench/bare/nest\\.ts$',
      ],
    },
    to: {
      path: npm(
        'express|passport[^/]*|@nestjs/(jwt|passport|platform-express|core)|class-validator|class-transformer',
      ),
    },
  },
  {
    name: 'libraries-bring-no-packages',
    comment:
      'A library runs on Node alone, so that it stays light to reuse; exceptions are the database packages of storage-typeorm, the clients of the sinks, the SDK of file-store-s3, lru-cache, ipaddr.js and croner, which have no dependencies, tar-stream for the archives of transfer, and fast-check, an optional peer that the conformance kit needs. Specs are not shipped.',
    from: { path: '^libs/', pathNot: ['^libs/(storage-typeorm|sink-nats|sink-amqp|file-store-s3)/', spec] },
    to: {
      dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown'],
      pathNot: npm(
        '@nestjs/[^/]+|@jest/globals|express|passport[^/]*|class-validator|class-transformer|typeorm|mysql2|better-sqlite3|libsql|pg|lru-cache|ipaddr\\.js|croner|tar-stream|fast-check',
      ),
    },
  },
  {
    name: 'no-cycle',
    comment: 'Two files that need each other are one file, or lack a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-import-of-a-spec',
    comment: 'A spec is loaded by the test runner; importing one would ship tests or run them twice.',
    from: {},
    to: { path: spec },
  },
  {
    name: 'resolvable',
    comment:
      'An import that resolves to nothing escapes every rule here; a path into another package is one.',
    from: {},
    to: { couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...packages, ...upwardImports, ...rules.map((rule) => ({ severity: 'error', ...rule }))],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The site of a test has packages of its own, which are not installed.
    exclude: { path: '^(apps|libs)/[^/]+/(dist|bin)/|^test/front-ends/starter/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['@content-service/source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.d.ts'],
    },
  },
};
