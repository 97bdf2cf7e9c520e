import { Module } from '@nestjs/common';
import { AccountsModule } from '@content-service/accounts';
import { AuditModule } from '@content-service/audit';
import { OAuthClientsModule } from '@content-service/oauth-clients';
import { ActorNames } from './audit-event.serializer.js';
import { AuditExport } from './audit-export.js';

/** Export of the audit log for the management API and the command line, also of headless deployments. */
@Module({
  imports: [AccountsModule, AuditModule, OAuthClientsModule],
  providers: [ActorNames, AuditExport],
  exports: [ActorNames, AuditExport],
})
export class AuditExportModule {}
