import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import { CLOSED_CIRCUIT, type WebhookEndpoint, WebhookEndpointStore } from '@content-service/webhooks';
import type { RecordDatabase } from './record-database.js';

export const ENDPOINTS = 'webhook/';

export class RecordWebhookEndpointStore extends WebhookEndpointStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override add(endpoint: WebhookEndpoint, auditLines?: AuditLines): Promise<void> {
    return this.database.transaction(
      (transaction) => transaction.put(ENDPOINTS + endpoint.id, endpoint),
      auditLines,
    );
  }

  override find(id: Uuid): Promise<WebhookEndpoint | undefined> {
    return this.database.get(ENDPOINTS + id);
  }

  override list(): Promise<readonly WebhookEndpoint[]> {
    return this.database.select(ENDPOINTS);
  }

  override replace(
    endpoint: WebhookEndpoint,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const stored = await transaction.get<WebhookEndpoint>(ENDPOINTS + endpoint.id);
      if (stored?.version !== expectedVersion) return false;
      const circuit = stored.definition.enabled ? stored.circuit : CLOSED_CIRCUIT;
      await transaction.put(ENDPOINTS + endpoint.id, { ...endpoint, circuit, rate: stored.rate });
      return true;
    }, auditLines);
  }

  override remove(id: Uuid, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction((transaction) => transaction.delete(ENDPOINTS + id), auditLines);
  }
}
