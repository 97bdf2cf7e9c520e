import { Module } from '@nestjs/common';
import { ProcessLoad } from './process-load.js';
import { LoadShedding } from './load-shedding.js';
import { OpenRequestRegistry } from './open-request-registry.js';

/** Limits the work of one process. */
@Module({
  providers: [ProcessLoad, LoadShedding, OpenRequestRegistry],
  exports: [LoadShedding, OpenRequestRegistry],
})
export class LoadModule {}
