import type { HttpAdapterHost } from '@nestjs/core';
import type { Config } from '../../platform/config/config.js';

/** Decides whether this process does background work: a service with the role `worker` does, a command leaves it to the services. */
export class BackgroundWork {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  /** Known after the application was created: a command has no HTTP adapter. */
  get isEnabled(): boolean {
    const { httpAdapter } = this.adapterHost;
    // Nest sets `null`, contrary to its declaration.
    return this.config.roles.worker && Boolean(httpAdapter as unknown);
  }
}
