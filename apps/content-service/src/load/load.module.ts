import { Module } from '@nestjs/common';
import { EventLoopDelay } from './event-loop-delay.js';
import { LoadShedding } from './load-shedding.js';
import { OpenRequests } from './open-requests.js';

/** Limits the work of one process. */
@Module({ providers: [EventLoopDelay, LoadShedding, OpenRequests], exports: [LoadShedding, OpenRequests] })
export class LoadModule {}
