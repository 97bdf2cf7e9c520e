import { Module } from '@nestjs/common';
import { Clock, IdGenerator } from '@content-service/kernel';
import { AuditLog } from './audit-log.js';
import { AuditTrail } from './audit-trail.js';

/** Needs `AuditLog`, `IdGenerator` and `Clock` from modules that are global. */
@Module({
  providers: [
    {
      provide: AuditTrail,
      inject: [AuditLog, IdGenerator, Clock],
      useFactory: (log: AuditLog, ids: IdGenerator, clock: Clock) => new AuditTrail(log, ids, clock),
    },
  ],
  exports: [AuditTrail],
})
export class AuditModule {}
