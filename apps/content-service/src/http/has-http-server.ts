import type { HttpAdapterHost } from '@nestjs/core';

/** Whether this process is a service. A command has no HTTP server, and leaves background work to the services. */
export function hasHttpServer({ httpAdapter }: HttpAdapterHost): boolean {
  // Nest sets `null`, contrary to its declaration.
  return Boolean(httpAdapter as unknown);
}
