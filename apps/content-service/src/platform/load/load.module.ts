import { Module } from '@nestjs/common';
import { ProcessLoad } from './process-load.js';
import { LoadShedding } from './load-shedding.js';
import { OpenRequests } from './open-requests.js';

/** Limits the work of one process. */
@Module({ providers: [ProcessLoad, LoadShedding, OpenRequests], exports: [LoadShedding, OpenRequests] })
export class LoadModule {}
