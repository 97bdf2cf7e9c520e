import { createAccountSecurityMigration } from '../account-security.js';
import { AUDIT_ACTIONS } from '../audit-actions.js';
import { createAuthenticationTimesMigration } from '../authentication-times.js';
import { createConsumerErrorsMigration } from '../consumer-errors.js';
import { createDeliverySubjectsMigration } from '../delivery-subjects.js';
import { createEntryCountsMigration } from '../entry-counts.js';
import { createEntrySchedulesMigration } from '../entry-schedules.js';
import { createEventsMigration } from '../events.js';
import { createJobSchedulesMigration } from '../job-schedules.js';
import { createJobsMigration, POSTGRES_TYPES } from '../jobs.js';
import type { Migration } from '../migration.js';
import { createPausedConsumersMigration } from '../paused-consumers.js';
import { createPreferencesMigration } from '../preferences.js';
import { createSchemaWindowMigration } from '../schema-window-table.js';
import { createSpoolsMigration } from '../spools.js';
import { createWebhookStartsMigration } from '../webhook-starts.js';
import { createSearchWordsMigration } from '../search-words.js';
import { createWebhookReplaysMigration } from '../webhook-replays.js';
import { createWebhooksMigration } from '../webhooks.js';
import { ACCESS } from './1760000000001-access.js';
import { CONTENT } from './1760000000000-content.js';
import { PEOPLE } from './1760000000002-people.js';

export const POSTGRES_MIGRATIONS: Migration[] = [
  ...[CONTENT, ACCESS, PEOPLE],
  createAccountSecurityMigration('BIGINT'),
  createJobsMigration(POSTGRES_TYPES),
  createEntryCountsMigration('BIGINT'),
  createEventsMigration(POSTGRES_TYPES),
  createWebhooksMigration(POSTGRES_TYPES),
  createConsumerErrorsMigration(POSTGRES_TYPES),
  createPausedConsumersMigration('SMALLINT'),
  createSchemaWindowMigration(POSTGRES_TYPES),
  createWebhookReplaysMigration(POSTGRES_TYPES),
  createEntrySchedulesMigration(POSTGRES_TYPES),
  createWebhookStartsMigration(POSTGRES_TYPES),
  createPreferencesMigration(POSTGRES_TYPES),
  createSearchWordsMigration('postgres'),
  createJobSchedulesMigration(POSTGRES_TYPES),
  createSpoolsMigration(POSTGRES_TYPES),
  createDeliverySubjectsMigration(POSTGRES_TYPES),
  AUDIT_ACTIONS,
  createAuthenticationTimesMigration('BIGINT'),
];
