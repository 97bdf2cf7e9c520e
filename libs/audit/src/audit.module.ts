import { Module } from '@nestjs/common';
import { Clock, IdGenerator, provide } from '@content-service/kernel';
import { AuditForwarder } from './audit-forwarder.js';
import { AuditLog } from './audit-log.js';
import { AuditTrail } from './audit-trail.js';

/** Requires global modules that provide `AuditLog`, `IdGenerator`, `Clock` and `AuditForwarder`, which may be `undefined`. */
@Module({
  providers: [provide(AuditTrail, [AuditLog, IdGenerator, Clock, AuditForwarder])],
  exports: [AuditTrail],
})
export class AuditModule {}
