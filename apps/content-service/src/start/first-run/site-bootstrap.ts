import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AccountAdministrationService,
  AccountService,
  NameTaken,
  PreferenceStore,
} from '@content-service/accounts';
import { type BundleDefinition, ContentModelService, defineField, UNLIMITED } from '@content-service/bundles';
import { ResourcePreconditionFailed } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT, SCOPES } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { Config } from '../../platform/config/config.js';
import { generatePassword } from '../../platform/passwords/generate-password.js';

const BODY = defineField('body', 'text_with_summary', { label: 'Body' });

/** Content model of an empty database. */
const DEFAULT_CONTENT_MODEL: readonly BundleDefinition[] = [
  { entityType: 'taxonomy_term', bundle: 'tags', label: 'Tags', fields: [] },
  {
    entityType: 'node',
    bundle: 'article',
    label: 'Article',
    fields: [
      BODY,
      defineField('field_tags', 'entity_reference', {
        label: 'Tags',
        cardinality: UNLIMITED,
        settings: { targetTypes: ['taxonomy_term--tags'] },
      }),
    ],
  },
  {
    entityType: 'node',
    bundle: 'page',
    label: 'Page',
    fields: [BODY],
  },
];

/**
 * An administrator or API client created at the first start. `password` and `secret` are present only when generated;
 * they cannot be shown again.
 */
export type BootstrapCredential =
  | { readonly kind: 'administrator'; readonly name: string; readonly password?: string }
  | { readonly kind: 'client'; readonly id: string; readonly secret?: string };

/** The preference that keeps the state of the first start. The owners of others are ids of users and clients, which have no colon. */
const FIRST_START = { owner: ':site', name: 'first-start' } as const;

/** The state of the first start. */
interface FirstStart {
  /** Whether the administrator and the client have been created. */
  readonly isDone: boolean;
  /** The id of the client, unless it was configured. */
  readonly clientId: string;
  /** Version of the stored preference. */
  readonly version: number;
}

/** Initializes an empty database: content model, rate limits, administrator and API client. */
@Injectable()
export class SiteBootstrap {
  constructor(
    private readonly config: Config,
    private readonly models: ContentModelService,
    private readonly accounts: AccountService,
    private readonly accountAdministration: AccountAdministrationService,
    private readonly clients: ClientRegistry,
    private readonly settings: SiteSettingsService,
    private readonly preferences: PreferenceStore,
  ) {}

  /**
   * Creates what is missing. Headless deployments get no administrator and no client. Once both were created, later starts
   * create none, even if all are deleted: that is stored. A start that ended before goes on.
   *
   * @returns each credential as soon as it is created, so that it is shown even if a later step fails
   */
  async *run(): AsyncGenerator<BootstrapCredential> {
    const firstStart = this.config.jsonApiPrefix === '/api' ? await this.begin() : undefined;
    if (this.models.current().version === 0) {
      await this.setRateLimits();
      for (const definition of DEFAULT_CONTENT_MODEL) await this.models.put(definition);
    }
    if (firstStart === undefined || firstStart.isDone) return;
    const administrator = await this.createAdministrator();
    if (administrator !== undefined) yield administrator;
    const client = await this.createClient(firstStart.clientId);
    if (client !== undefined) yield client;
    await this.save({ ...firstStart, isDone: true });
  }

  /**
   * The stored state of the first start, begun now if there is none. A site with a content model and with users or clients was
   * started by a version that did not store it, and is done.
   */
  private async begin(): Promise<FirstStart> {
    const stored = await this.find();
    if (stored !== undefined) return stored;
    const isDone = this.models.current().version > 0 && (await this.hasCredentials());
    const begun = { isDone, clientId: randomUUID(), version: 0 };
    if (await this.save(begun)) return { ...begun, version: 1 };
    // Another process that starts at the same time has begun: both create the same client, and one of them succeeds.
    return (await this.find()) ?? begun;
  }

  private async find(): Promise<FirstStart | undefined> {
    const stored = await this.preferences.find(FIRST_START.owner, FIRST_START.name);
    if (stored === undefined) return undefined;
    const { isDone, clientId } = stored.value as unknown as FirstStart;
    return { isDone, clientId, version: stored.version };
  }

  /** @returns whether the stored preference still had the version */
  private save({ isDone, clientId, version }: FirstStart): Promise<boolean> {
    const preference = { ...FIRST_START, value: { isDone, clientId }, version: version + 1 };
    return this.preferences.save(preference, version);
  }

  private async hasCredentials(): Promise<boolean> {
    const { users } = await this.accounts.list({ limit: 1 });
    return users.length > 0 || (await this.clients.list()).length > 0;
  }

  private async setRateLimits(): Promise<void> {
    const { initialRateLimits: rateLimits } = this.config;
    if (rateLimits === undefined || this.settings.version > 0) return;
    try {
      await this.settings.change({ rateLimits }, OPERATOR_CONTEXT, 0);
    } catch (error) {
      // Another process that starts at this moment with the same variables has set them.
      if (!(error instanceof ResourcePreconditionFailed)) throw error;
      await this.settings.refresh();
    }
  }

  private async createAdministrator(): Promise<BootstrapCredential | undefined> {
    if ((await this.accounts.list({ limit: 1 })).users.length > 0) return undefined;
    const { name, password: chosen } = this.config.initialAdministrator;
    const password = chosen ?? generatePassword();
    try {
      await this.accountAdministration.create(
        {
          ...{ name, password, role: 'administrator', displayName: 'Administrator' },
          // A generated password is printed and may stay in a log; the operator is responsible for a preset one.
          passwordChangeRequired: chosen === undefined,
        },
        OPERATOR_CONTEXT,
      );
      return { kind: 'administrator', name, ...(chosen === undefined ? { password } : {}) };
    } catch (error) {
      // Another process that starts at the same time has created the administrator and shows its password.
      if (error instanceof NameTaken) return undefined;
      throw error;
    }
  }

  /** @param generatedId the id unless one is configured; the same in all processes that start at this moment */
  private async createClient(generatedId: string): Promise<BootstrapCredential | undefined> {
    if ((await this.clients.list()).length > 0) return undefined;
    const allowedScopes = SCOPES.map(({ name }) => name);
    const { initialClient } = this.config;
    const preset = initialClient ?? { id: generatedId };
    try {
      const changes = { label: 'First client', allowedScopes };
      const { client, secret } = await this.clients.register(changes, OPERATOR_CONTEXT, preset);
      return { kind: 'client', id: client.id, ...(initialClient === undefined ? { secret } : {}) };
    } catch (error) {
      // Another process that starts at the same time has created the client.
      if ((await this.clients.find(preset.id)) !== undefined) return undefined;
      throw error;
    }
  }
}
