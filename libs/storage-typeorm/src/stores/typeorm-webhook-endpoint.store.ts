import { parseUuid, type Uuid } from '@content-service/kernel';
import { type WebhookEndpoint, WebhookEndpointStore } from '@content-service/webhooks';
import type { Database } from '../database/database.js';
import { insertStatement, raw, type Sql, sql, updateStatement } from '../database/sql.js';
import {
  ENDPOINT_COLUMNS,
  type EndpointRow,
  toDefinitionColumns,
  toEndpoint,
  toEndpointRow,
} from './webhook-rows.js';

export class TypeOrmWebhookEndpointStore extends WebhookEndpointStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async add(endpoint: WebhookEndpoint): Promise<void> {
    await this.database.execute(insertStatement('webhook_endpoint', [toEndpointRow(endpoint)]));
  }

  override async find(id: Uuid): Promise<WebhookEndpoint | undefined> {
    const [endpoint] = await this.select(sql`id = ${parseUuid(id)}`);
    return endpoint;
  }

  override list(): Promise<readonly WebhookEndpoint[]> {
    return this.select(sql`1 = 1 ORDER BY id`);
  }

  override async replace(endpoint: WebhookEndpoint, expectedVersion: number): Promise<boolean> {
    const condition = sql`id = ${parseUuid(endpoint.id)} AND version = ${expectedVersion}`;
    const changes = { ...CLOSED_IF_DISABLED, ...toDefinitionColumns(endpoint) };
    return (await this.database.execute(updateStatement('webhook_endpoint', changes, condition))) === 1;
  }

  override async remove(id: Uuid): Promise<boolean> {
    return (await this.database.execute(sql`DELETE FROM webhook_endpoint WHERE id = ${parseUuid(id)}`)) === 1;
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
