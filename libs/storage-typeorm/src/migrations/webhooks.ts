import type { ColumnTypes } from './jobs.js';
import { migration, type Migration } from './migration.js';

/**
 * Webhook endpoints with their circuit, deliveries and attempts. `k_delivery_due` finds the deliveries whose time has come,
 * `k_delivery_subject` the earlier ones of the same entry, `k_delivery_endpoint` a page of those of an endpoint,
 * `k_delivery_created` those to be pruned.
 */
export function createWebhooksMigration(types: ColumnTypes): Migration {
  const { id, name, key, text, integer, options, inlineIndexes } = types;
  const indexes = [
    ['webhook_delivery', 'k_delivery_due', '(endpoint_id, state, next_attempt_at, position)'],
    ['webhook_delivery', 'k_delivery_subject', '(endpoint_id, subject_id, position)'],
    ['webhook_delivery', 'k_delivery_endpoint', '(endpoint_id, id)'],
    ['webhook_delivery', 'k_delivery_created', '(created_at)'],
    ['webhook_attempt', 'k_attempt_delivery', '(delivery_id)'],
  ] as const;
  const inline = (table: string): string =>
    indexes
      .filter(([indexed]) => inlineIndexes && indexed === table)
      .map(([, index, columns]) => `, KEY ${index} ${columns}`)
      .join('');
  return migration('Webhooks1760000000050', { purpose: 'create webhooks and their deliveries' }, [
    `CREATE TABLE IF NOT EXISTS webhook_endpoint (
      id ${id} NOT NULL PRIMARY KEY,
      version ${integer} NOT NULL,
      definition ${text} NOT NULL,
      enabled ${integer} NOT NULL,
      owner ${text} NOT NULL,
      secrets ${text} NOT NULL,
      headers ${text} NULL,
      disabled_reason ${name} NULL,
      failures ${integer} NOT NULL,
      failing_since ${integer} NULL,
      open_until ${integer} NULL,
      open_seconds ${integer} NULL,
      created_at ${integer} NOT NULL)${options}`,
    `CREATE TABLE IF NOT EXISTS webhook_delivery (
      id ${id} NOT NULL PRIMARY KEY,
      endpoint_id ${id} NOT NULL,
      event_id ${id} NOT NULL,
      event_type ${name} NOT NULL,
      position ${integer} NOT NULL,
      subject_type ${key} NOT NULL,
      subject_id ${id} NOT NULL,
      state ${name} NOT NULL,
      skip_reason ${name} NULL,
      attempts ${integer} NOT NULL,
      next_attempt_at ${integer} NOT NULL,
      last_status ${integer} NULL,
      last_error ${name} NULL,
      lease_token ${name} NULL,
      lease_until ${integer} NULL,
      created_at ${integer} NOT NULL,
      ended_at ${integer} NULL,
      UNIQUE (endpoint_id, event_id)${inline('webhook_delivery')})${options}`,
    `CREATE TABLE IF NOT EXISTS webhook_attempt (
      id ${id} NOT NULL PRIMARY KEY,
      delivery_id ${id} NOT NULL,
      started_at ${integer} NOT NULL,
      duration_ms ${integer} NOT NULL,
      status ${integer} NULL,
      error ${name} NULL,
      detail ${text} NULL,
      excerpt ${text} NULL${inline('webhook_attempt')})${options}`,
    ...(inlineIndexes
      ? []
      : indexes.map(
          ([table, index, columns]) => `CREATE INDEX IF NOT EXISTS ${index} ON ${table} ${columns}`,
        )),
  ]);
}
