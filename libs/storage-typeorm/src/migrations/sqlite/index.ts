import { createAccountSecurityMigration } from '../account-security.js';
import { AUDIT_ACTIONS } from '../audit-actions.js';
import { createAuthenticationTimesMigration } from '../authentication-times.js';
import { createConsumerErrorsMigration } from '../consumer-errors.js';
import { createDeliverySubjectsMigration } from '../delivery-subjects.js';
import { createEntryCountsMigration } from '../entry-counts.js';
import { createEntrySchedulesMigration } from '../entry-schedules.js';
import { createEventsMigration } from '../events.js';
import { createJobSchedulesMigration } from '../job-schedules.js';
import { createJobsMigration, SQLITE_TYPES } from '../jobs.js';
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

export const SQLITE_MIGRATIONS: Migration[] = [
  ...[CONTENT, ACCESS, PEOPLE],
  createAccountSecurityMigration('INTEGER'),
  createJobsMigration(SQLITE_TYPES),
  createEntryCountsMigration('INTEGER', ' WITHOUT ROWID'),
  createEventsMigration(SQLITE_TYPES),
  createWebhooksMigration(SQLITE_TYPES),
  createConsumerErrorsMigration(SQLITE_TYPES),
  createPausedConsumersMigration('INTEGER'),
  createSchemaWindowMigration(SQLITE_TYPES),
  createWebhookReplaysMigration(SQLITE_TYPES),
  createEntrySchedulesMigration(SQLITE_TYPES),
  createWebhookStartsMigration(SQLITE_TYPES),
  createPreferencesMigration(SQLITE_TYPES),
  createSearchWordsMigration('sqlite'),
  createJobSchedulesMigration(SQLITE_TYPES),
  createSpoolsMigration(SQLITE_TYPES),
  createDeliverySubjectsMigration(SQLITE_TYPES),
  AUDIT_ACTIONS,
  createAuthenticationTimesMigration('INTEGER'),
];
