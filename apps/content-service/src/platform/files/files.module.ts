import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { DerivativeMaker, FileStore, ImageEngine } from '@content-service/files';
import { Clock, provide } from '@content-service/kernel';
import { SharpImageEngine } from '../images/sharp-image-engine.js';
import { Config } from '../config/config.js';
import { createFileStore } from './create-file-store.js';
import { Metrics } from '../metrics/metrics.js';
import { FileMetrics } from './file-metrics.js';
import { FileStoreHealth } from './file-store-health.js';

/** Closes the store when requests and background work have ended. */
class FileStoreLifecycle implements OnApplicationShutdown {
  constructor(private readonly store: FileStore) {}

  onApplicationShutdown(): Promise<void> {
    return this.store.close();
  }
}

/** The place of files of FILE_STORE. */
@Module({
  providers: [
    {
      provide: FileStore,
      inject: [Config, Clock],
      useFactory: ({ fileStore }: Config, clock: Clock) => createFileStore(fileStore, clock),
    },
    { provide: ImageEngine, useClass: SharpImageEngine },
    provide(FileMetrics, [Metrics]),
    provide(DerivativeMaker, [FileStore, ImageEngine, FileMetrics]),
    provide(FileStoreLifecycle, [FileStore]),
    provide(FileStoreHealth, [FileStore, Config]),
  ],
  exports: [DerivativeMaker, FileMetrics, FileStore, FileStoreHealth],
})
export class FilesModule {}
