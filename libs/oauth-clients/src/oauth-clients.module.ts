import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { Clock, provide } from '@content-service/kernel';
import { ClientRegistry } from './client-registry.js';
import { ClientUsers, ClientStore } from './client.store.js';

/** Needs `ClientStore`, `ClientUsers`, `Clock` and what the audit log needs from modules that are global. */
@Module({
  imports: [AuditModule],
  providers: [provide(ClientRegistry, [ClientStore, ClientUsers, AuditTrail, Clock])],
  exports: [ClientRegistry],
})
export class OAuthClientsModule {}
