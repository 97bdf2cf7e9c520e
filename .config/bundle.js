// Bundles the built service into few files (apps/content-service/dist/bundle): most of the time of a start went into finding
// and reading two thousand. Collects the files of /docs beside it. `npm run build` and bin/build-checkout.js run it after the compiler.
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeStaticFiles } from './static-files.js';

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Packages that stay as they are: with native code, drivers that TypeORM itself looks for, and those shared with the SDK of OpenTelemetry. */
const EXTERNAL = [
  /^better-sqlite3$/,
  /^@node-rs\//,
  /^typeorm($|\/)/,
  /^mysql2($|\/)/,
  /^pg($|\/)/,
  /^@opentelemetry\//,
  // An optional package, loaded for a FILE_STORE of S3 alone.
  /^@aws-sdk\//,
];

/** Packages that Nest and others load only when they are installed. */
const OPTIONAL =
  /^(@nestjs\/(microservices|websockets)|@mikro-orm\/|@grpc\/|mongoose$|sequelize$|class-transformer\/storage)/;

const bundle = await rolldown({
  input: {
    cli: inProject('apps/content-service/dist/start/cli/main.js'),
    // Started as a process or a thread of its own, from the folder of the module that starts it.
    'reader-process': inProject('libs/storage-typeorm/dist/database/reader-process.js'),
    'writer-thread': inProject('libs/storage-typeorm/dist/database/writer-thread.js'),
  },
  platform: 'node',
  external: [...EXTERNAL, OPTIONAL],
  // Tests change constants of a process by their names (test/support/changed-constants.js).
  optimization: { inlineConst: false },
});
await bundle.write({
  dir: inProject('apps/content-service/dist/bundle'),
  format: 'esm',
  chunkFileNames: '[name].js',
  // V8 keeps the text of loaded modules in memory.
  comments: false,
  // Migrations are stored by the names of their classes.
  keepNames: true,
  // As the modules would run: reflect-metadata before decorators.
  strictExecutionOrder: true,
});
await bundle.close();
await writeStaticFiles();
