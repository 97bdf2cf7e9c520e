import { createAccountSecurityMigration } from '../account-security.js';
import { AUDIT_ACTIONS } from '../audit-actions.js';
import { createAuthenticationTimesMigration } from '../authentication-times.js';
import { createConsumerErrorsMigration } from '../consumer-errors.js';
import { createDeliverySubjectsMigration } from '../delivery-subjects.js';
import { createEntryCountsMigration } from '../entry-counts.js';
import { createEntrySchedulesMigration } from '../entry-schedules.js';
import { createEventsMigration } from '../events.js';
import { createJobSchedulesMigration } from '../job-schedules.js';
import { createJobsMigration, MYSQL_TYPES } from '../jobs.js';
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

export const MYSQL_MIGRATIONS: Migration[] = [
  ...[CONTENT, ACCESS, PEOPLE],
  createAccountSecurityMigration('BIGINT'),
  createJobsMigration(MYSQL_TYPES),
  createEntryCountsMigration('BIGINT', ' ENGINE=InnoDB'),
  createEventsMigration(MYSQL_TYPES),
  createWebhooksMigration(MYSQL_TYPES),
  createConsumerErrorsMigration(MYSQL_TYPES),
  createPausedConsumersMigration('TINYINT'),
  createSchemaWindowMigration(MYSQL_TYPES),
  createWebhookReplaysMigration(MYSQL_TYPES),
  createEntrySchedulesMigration(MYSQL_TYPES),
  createWebhookStartsMigration(MYSQL_TYPES),
  createPreferencesMigration(MYSQL_TYPES),
  createSearchWordsMigration('mysql'),
  createJobSchedulesMigration(MYSQL_TYPES),
  createSpoolsMigration(MYSQL_TYPES),
  createDeliverySubjectsMigration(MYSQL_TYPES),
  AUDIT_ACTIONS,
  createAuthenticationTimesMigration('BIGINT'),
];
