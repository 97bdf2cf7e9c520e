import { type DynamicModule, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { PORT_NAMES, PORTS } from './ports.js';
import { Storage } from './storage.js';

/** Provides an open storage and each of its ports globally, and closes the storage on shutdown. */
@Module({})
export class StorageModule implements OnApplicationShutdown {
  constructor(private readonly storage: Storage) {}

  /** After the last running request has ended (earlier hooks run before that). */
  async onApplicationShutdown(): Promise<void> {
    await this.storage.close();
  }

  static of(storage: Storage): DynamicModule {
    const ports = PORT_NAMES.map((name): Provider => ({ provide: PORTS[name], useValue: storage[name] }));
    const providers = [{ provide: Storage, useValue: storage }, ...ports];
    return { module: StorageModule, global: true, providers, exports: providers };
  }
}
