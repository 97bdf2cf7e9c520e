import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import { type WebhookEndpoint, WebhookEndpointStore } from '@content-service/webhooks';
import type { Database } from '../database/database.js';
import { WEBHOOK_ENDPOINT } from '../entities/operations.js';
import type { AuditedTransactions } from './audited-transactions.js';
import { toDefinitionMembers, toEndpoint, toEndpointRow } from './webhook-rows.js';

export class TypeOrmWebhookEndpointStore extends WebhookEndpointStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async add(endpoint: WebhookEndpoint, auditLines?: AuditLines): Promise<void> {
    await this.transactions.change(auditLines, (connection) =>
      connection.repository(WEBHOOK_ENDPOINT).insert(toEndpointRow(endpoint)),
    );
  }

  override async find(id: Uuid): Promise<WebhookEndpoint | undefined> {
    const row = await this.database.read((connection) =>
      connection.repository(WEBHOOK_ENDPOINT).findOneBy({ id }),
    );
    return row === null ? undefined : toEndpoint(row);
  }

  override async list(): Promise<readonly WebhookEndpoint[]> {
    const rows = await this.database.read((connection) =>
      connection.repository(WEBHOOK_ENDPOINT).find({ order: { id: 'ASC' } }),
    );
    return rows.map(toEndpoint);
  }

  override async replace(
    endpoint: WebhookEndpoint,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    const changes = { ...CLOSED_IF_DISABLED, ...toDefinitionMembers(endpoint) };
    const changed = await this.transactions.change(auditLines, (connection) =>
      connection.repository(WEBHOOK_ENDPOINT).update({ id: endpoint.id, version: expectedVersion }, changes),
    );
    return changed === 1;
  }

  override async remove(id: Uuid, auditLines?: AuditLines): Promise<boolean> {
    const removed = await this.transactions.change(auditLines, (connection) =>
      connection.repository(WEBHOOK_ENDPOINT).delete({ id }),
    );
    return removed === 1;
  }
}

/** MySQL assigns from the left to the right, so these stand before the new value of `enabled`. */
const CLOSED_IF_DISABLED = {
  failures: () => 'CASE WHEN enabled = 0 THEN 0 ELSE failures END',
  failingSince: () => 'CASE WHEN enabled = 0 THEN NULL ELSE failing_since END',
  openUntil: () => 'CASE WHEN enabled = 0 THEN NULL ELSE open_until END',
  openSeconds: () => 'CASE WHEN enabled = 0 THEN NULL ELSE open_seconds END',
};
