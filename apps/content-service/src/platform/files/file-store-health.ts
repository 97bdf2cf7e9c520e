import { Logger } from '@nestjs/common';
import type { FileStore } from '@content-service/files';
import { formatCauses } from '@content-service/kernel';
import type { Config } from '../config/config.js';

/** The state of the place of files, for `/health/detail`. */
export interface FileStoreState {
  readonly kind: 'memory' | 'disk' | 's3' | 'adapter';
  /** Whether files can be stored. */
  readonly available: boolean;
  /** Why not; `null` when they can. */
  readonly fault: string | null;
}

/** Looks whether files can be stored. A service without its place of files works in all other respects, so it stays ready. */
export class FileStoreHealth {
  constructor(
    private readonly store: FileStore,
    private readonly config: Pick<Config, 'fileStore'>,
  ) {}

  /** @returns `null` when the deployment has no place for files */
  async read(): Promise<FileStoreState | null> {
    const { fileStore } = this.config;
    if (fileStore === undefined) return null;
    const { kind } = fileStore;
    try {
      await this.store.check();
      return { kind, available: true, fault: null };
    } catch (error) {
      return { kind, available: false, fault: formatCauses(error) };
    }
  }

  /** Logs a warning when files cannot be stored; called at the start of a service. */
  async warn(): Promise<void> {
    const state = await this.read();
    if (state?.available === false)
      new Logger('Files').warn(`Files cannot be stored in the place of FILE_STORE: ${state.fault}`);
  }
}
