import {
  AccountStore,
  PreferenceStore,
  RoleStore,
  SessionStore,
  ThrottleStore,
} from '@content-service/accounts';
import { AuditLog } from '@content-service/audit';
import { BundleStore } from '@content-service/bundles';
import { EntryRevisionStore, EntryScheduleStore, EntryStore } from '@content-service/entries';
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

/**
 * The ports of a storage by the names of its members. The members of `Storage`, the providers of `StorageModule`, the check
 * of adapters and the list of the conformance kit follow from this table.
 */
export const PORTS = {
  entries: EntryStore,
  entrySchedules: EntryScheduleStore,
  entryRevisions: EntryRevisionStore,
  bundles: BundleStore,
  clients: ClientStore,
  siteSettings: SiteSettingsStore,
  authorizationCodes: AuthorizationCodeStore,
  refreshTokens: RefreshTokenStore,
  consents: ConsentStore,
  pendingAuthorizations: PendingAuthorizationStore,
  signingKeys: SigningKeyStore,
  revocations: RevocationLog,
  accounts: AccountStore,
  roles: RoleStore,
  sessions: SessionStore,
  throttle: ThrottleStore,
  preferences: PreferenceStore,
  audit: AuditLog,
  jobs: JobStore,
  jobSchedules: JobScheduleStore,
  spools: SpoolStore,
  webhookEndpoints: WebhookEndpointStore,
  webhookDeliveries: WebhookDeliveryStore,
  events: EventLog,
  eventConsumers: EventConsumerStore,
};

export type PortName = keyof typeof PORTS;

/** One store for each port. */
export type Stores = { readonly [Name in PortName]: InstanceType<(typeof PORTS)[Name]> };

/** The names of the ports, in the order of the table. */
export const PORT_NAMES = Object.keys(PORTS) as readonly PortName[];
