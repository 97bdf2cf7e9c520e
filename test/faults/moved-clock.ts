import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Variables } from '../support/server-process.js';

/**
 * The clock of processes that are started with `variables`: that of the machine plus an offset, which may change while they
 * run. Their monotonic clock, and so their timers, are those of the machine (libfaketime, Debian package `faketime`).
 */
export class MovedClock {
  private readonly folder = mkdtempSync(join(tmpdir(), 'content-service-clock-'));
  private readonly file = join(this.folder, 'offset');
  private offset = 0;

  constructor(offsetSeconds = 0) {
    this.set(offsetSeconds);
  }

  get variables(): Variables {
    return {
      LD_PRELOAD: findLibrary(),
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** UNIX seconds. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.offset;
  }

  /** Makes the clock jump to the time of the machine plus so many seconds. */
  set(offsetSeconds: number): void {
    // A reader never sees a file that is half written.
    writeFileSync(`${this.file}.new`, `${offsetSeconds < 0 ? '-' : '+'}${Math.abs(offsetSeconds)}\n`);
    renameSync(`${this.file}.new`, this.file);
    this.offset = offsetSeconds;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

function findLibrary(): string {
  const found = readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('libfaketime is missing: install the package faketime (Debian) for tests of clocks.');
  return found;
}
