import type { TransactionalRecords } from '@content-service/audit';
import { parseUuid, type Uuid } from '@content-service/kernel';
import { type WebhookEndpoint, WebhookEndpointStore } from '@content-service/webhooks';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import { raw, type Sql, sql, updateStatement } from '../database/sql.js';
import type { RecordedTransactions } from './recorded-transactions.js';
import {
  ENDPOINT_COLUMNS,
  type EndpointRow,
  toDefinitionColumns,
  toEndpoint,
  toEndpointRow,
} from './webhook-rows.js';

export class TypeOrmWebhookEndpointStore extends WebhookEndpointStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async add(endpoint: WebhookEndpoint, records?: TransactionalRecords): Promise<void> {
    await this.transactions.execute(records, insertStatement('webhook_endpoint', [toEndpointRow(endpoint)]));
  }

  override async find(id: Uuid): Promise<WebhookEndpoint | undefined> {
    const [endpoint] = await this.select(sql`id = ${parseUuid(id)}`);
    return endpoint;
  }

  override list(): Promise<readonly WebhookEndpoint[]> {
    return this.select(sql`1 = 1 ORDER BY id`);
  }

  override async replace(
    endpoint: WebhookEndpoint,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    const condition = sql`id = ${parseUuid(endpoint.id)} AND version = ${expectedVersion}`;
    const changes = { ...CLOSED_IF_DISABLED, ...toDefinitionColumns(endpoint) };
    const change = updateStatement('webhook_endpoint', changes, condition);
    return (await this.transactions.execute(records, change)) === 1;
  }

  override async remove(id: Uuid, records?: TransactionalRecords): Promise<boolean> {
    const removal = sql`DELETE FROM webhook_endpoint WHERE id = ${parseUuid(id)}`;
    return (await this.transactions.execute(records, removal)) === 1;
  }

  private async select(condition: Sql): Promise<WebhookEndpoint[]> {
    const rows = await this.database.query<EndpointRow>(
      sql`SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoint WHERE ${condition}`,
    );
    return rows.map(toEndpoint);
  }
}

/** MySQL assigns from the left to the right, so these stand before the new value of `enabled`. */
const CLOSED_IF_DISABLED = {
  failures: raw('CASE WHEN enabled = 0 THEN 0 ELSE failures END'),
  failing_since: raw('CASE WHEN enabled = 0 THEN NULL ELSE failing_since END'),
  open_until: raw('CASE WHEN enabled = 0 THEN NULL ELSE open_until END'),
  open_seconds: raw('CASE WHEN enabled = 0 THEN NULL ELSE open_seconds END'),
};
