import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { ColumnTypes } from './jobs.js';
import { addColumns, type Migration } from './migration.js';

const NAME = 'ConsumerErrors1760000000060';

/** Why a consumer of the event log does not go on. It can be run again after a crash. */
export function createConsumerErrorsMigration({ text }: ColumnTypes): Migration {
  return class implements MigrationInterface {
    readonly name = NAME;

    up(runner: QueryRunner): Promise<void> {
      return addColumns(runner, [{ table: 'event_cursor', name: 'error', definition: `${text} NULL` }]);
    }

    down(): Promise<void> {
      return Promise.reject(
        new Error(`${NAME} cannot be taken back: newer versions store errors in its column.`),
      );
    }
  };
}
