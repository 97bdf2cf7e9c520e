import {
  AccountStore,
  PreferenceStore,
  RoleStore,
  SessionStore,
  ThrottleStore,
} from '@content-service/accounts';
import { AuditLog } from '@content-service/audit';
import { BundleStore } from '@content-service/bundles';
import { EntryScheduleStore, EntryStore } from '@content-service/entries';
import { EventConsumerStore, EventLog } from '@content-service/events';
import { JobScheduleStore, JobStore, SpoolStore } from '@content-service/jobs';
import { ClientStore } from '@content-service/oauth-clients';
import {
  AuthorizationCodeStore,
  ConsentStore,
  PendingAuthorizationStore,
  RefreshTokenStore,
  RevocationLog,
  SigningKeyStore,
} from '@content-service/oauth-grants';
import { SiteSettingsStore } from '@content-service/site-settings';
import { WebhookDeliveryStore, WebhookEndpointStore } from '@content-service/webhooks';
import { type DynamicModule, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { Storage } from './storage.js';

/** Provides an open storage and each of its ports globally, and closes the storage on shutdown. */
@Module({})
export class StorageModule implements OnApplicationShutdown {
  constructor(private readonly storage: Storage) {}

  /** After the last running request has ended (earlier hooks run before that). */
  async onApplicationShutdown(): Promise<void> {
    await this.storage.close();
  }

  static of(storage: Storage): DynamicModule {
    const providers = [{ provide: Storage, useValue: storage }, ...getPorts(storage)];
    return { module: StorageModule, global: true, providers, exports: providers };
  }
}

function getPorts(storage: Storage): Provider[] {
  return [
    { provide: EntryStore, useValue: storage.entries },
    { provide: EntryScheduleStore, useValue: storage.entrySchedules },
    { provide: BundleStore, useValue: storage.bundles },
    { provide: ClientStore, useValue: storage.clients },
    { provide: SiteSettingsStore, useValue: storage.siteSettings },
    { provide: AuthorizationCodeStore, useValue: storage.authorizationCodes },
    { provide: RefreshTokenStore, useValue: storage.refreshTokens },
    { provide: ConsentStore, useValue: storage.consents },
    { provide: PendingAuthorizationStore, useValue: storage.pendingAuthorizations },
    { provide: SigningKeyStore, useValue: storage.signingKeys },
    { provide: RevocationLog, useValue: storage.revocations },
    { provide: AccountStore, useValue: storage.accounts },
    { provide: RoleStore, useValue: storage.roles },
    { provide: SessionStore, useValue: storage.sessions },
    { provide: ThrottleStore, useValue: storage.throttle },
    { provide: PreferenceStore, useValue: storage.preferences },
    { provide: AuditLog, useValue: storage.audit },
    { provide: JobStore, useValue: storage.jobs },
    { provide: JobScheduleStore, useValue: storage.jobSchedules },
    { provide: SpoolStore, useValue: storage.spools },
    { provide: WebhookEndpointStore, useValue: storage.webhookEndpoints },
    { provide: WebhookDeliveryStore, useValue: storage.webhookDeliveries },
    { provide: EventLog, useValue: storage.events },
    { provide: EventConsumerStore, useValue: storage.eventConsumers },
  ];
}
