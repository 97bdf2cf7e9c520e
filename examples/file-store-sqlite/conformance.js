import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { describeFileStore } from '@content-service/files/conformance';
import { SqliteFileStore } from './sqlite-file.store.js';

const clock = { now: () => Math.floor(Date.now() / 1000) };

describeFileStore(
  'SqliteFileStore',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'file-store-sqlite-'));
    return {
      createStore: () => new SqliteFileStore(join(folder, 'files.sqlite'), clock),
      remove: () => {
        rmSync(folder, { recursive: true });
      },
    };
  },
  { describe, it, beforeEach, afterEach },
);
