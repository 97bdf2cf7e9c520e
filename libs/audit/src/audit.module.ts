import { Module } from '@nestjs/common';
import { Clock, IdGenerator } from '@content-service/kernel';
import { AuditForwarder } from './audit-forwarder.js';
import { AuditLog } from './audit-log.js';
import { AuditTrail } from './audit-trail.js';

/** Requires global modules that provide `AuditLog`, `IdGenerator`, `Clock` and `AuditForwarder`, which may be `undefined`. */
@Module({
  providers: [
    {
      provide: AuditTrail,
      inject: [AuditLog, IdGenerator, Clock, AuditForwarder],
      useFactory: (log: AuditLog, ids: IdGenerator, clock: Clock, forwarder: AuditForwarder | undefined) =>
        new AuditTrail(log, ids, clock, forwarder),
    },
  ],
  exports: [AuditTrail],
})
export class AuditModule {}
