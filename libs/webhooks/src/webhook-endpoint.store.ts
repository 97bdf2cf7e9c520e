import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import type { WebhookEndpoint } from './webhook-endpoint.js';

/** The port for storing endpoints. Every method is atomic; changes take the audit lines that are stored with them. */
export abstract class WebhookEndpointStore {
  abstract add(endpoint: WebhookEndpoint, auditLines?: AuditLines): Promise<void>;

  abstract find(id: Uuid): Promise<WebhookEndpoint | undefined>;

  /** All endpoints by id, which is the order of their creation. */
  abstract list(): Promise<readonly WebhookEndpoint[]>;

  /**
   * Replaces what administrators change: definition, secrets, headers and the reason why it is disabled. The circuit stays
   * as it is; that of a disabled endpoint is closed.
   *
   * @returns false when the stored version is not `expectedVersion`
   */
  abstract replace(
    endpoint: WebhookEndpoint,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean>;

  /** Deletes an endpoint; `WebhookDeliveryStore.removeByEndpoint` deletes its deliveries. @returns false when there is none */
  abstract remove(id: Uuid, auditLines?: AuditLines): Promise<boolean>;
}
