import { DomainError } from '@content-service/kernel';

/** How far `Storage.migrate` goes. */
export interface MigrateOptions {
  /**
   * Also removes what this version does not use any more (contracting migrations). Processes of earlier versions do not work
   * after it.
   */
  readonly contract?: boolean;
}

/** One step of the schema. */
export interface MigrationStatus {
  readonly name: string;
  /** `expand`: processes of the previous version keep working. `contract`: they do not. `unknown`: of a newer version. */
  readonly phase: 'expand' | 'contract' | 'unknown';
  /** Purpose, or a note that this version does not know the migration. */
  readonly purpose: string;
  readonly done: boolean;
  /** About how many rows a pending step reads or changes; `undefined` where that is unknown or does not matter. */
  readonly rows: number | undefined;
}

/** The schema of a database, seen by one version of the service. */
export interface SchemaStatus {
  /** The schema version that this version of the service needs. */
  readonly version: number;
  /** The schema version that the database has been expanded to; 0 when it is empty. */
  readonly expandedTo: number;
  /** Processes of earlier schema versions do not work with the database any more. */
  readonly contractedTo: number;
  /** Why this version cannot work with the database: `migrate` has to run, or newer versions have changed the schema. */
  readonly fault: 'outdated' | 'too_new' | undefined;
  /** All steps, in their order. */
  readonly migrations: readonly MigrationStatus[];
}

/**
 * The content model stays as it is while processes of two versions may use the database: each keeps the index tables of the
 * model in the way of its own version. Two facts tell so: a newer version has expanded the schema, or this version has
 * contracting migrations left, which wait for the end of the previous version.
 */
export class UpgradeRunning extends DomainError {
  private constructor(reason: string, remedy: string) {
    super('upgrade_running', `The content model cannot be changed during an upgrade: ${reason}. ${remedy}`);
  }

  /** @throws UpgradeRunning while processes of two versions may use the database */
  static throwIfRunning({ version, expandedTo, migrations }: SchemaStatus): void {
    if (expandedTo > version)
      throw new UpgradeRunning(
        `the database has schema version ${expandedTo}, and this process has schema version ${version}`,
        'Replace this process by one of the version that the database was migrated by.',
      );
    const left = migrations.filter(({ phase, done }) => phase === 'contract' && !done).length;
    if (left > 0)
      throw new UpgradeRunning(
        `${left} contracting migrations are left, and processes of the previous version may be running`,
        'Run `content-service migrate --contract` once every process has this version.',
      );
  }
}

/** Newer versions have changed the schema so that this version cannot work with it. */
export class SchemaTooNew extends DomainError {
  constructor({ version, expandedTo, contractedTo }: Omit<SchemaStatus, 'fault' | 'migrations'>) {
    const state =
      contractedTo > version
        ? `a newer version has removed what this one uses (schema version ${contractedTo})`
        : `its schema version is ${expandedTo}`;
    super(
      'schema_too_new',
      `This version of the service cannot work with the database: ${state}, and this one has schema version ${version}. Start the version that the database was migrated by, or a later one.`,
    );
  }
}
