import { Injectable } from '@nestjs/common';
import { AccountAdministrationService, AccountService, NameTaken } from '@content-service/accounts';
import { type BundleDefinition, ContentModelService, defineField, UNLIMITED } from '@content-service/bundles';
import { VersionOutdated } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT, SCOPES } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { Config } from '../config/config.js';
import { generatePassword } from '../passwords/generate-password.js';

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

/** Initializes an empty database: content model, rate limits, administrator and API client. */
@Injectable()
export class SiteBootstrap {
  constructor(
    private readonly config: Config,
    private readonly bundles: ContentModelService,
    private readonly accounts: AccountService,
    private readonly accountAdministration: AccountAdministrationService,
    private readonly clients: ClientRegistry,
    private readonly settings: SiteSettingsService,
  ) {}

  /**
   * Creates what is missing. Later starts create nothing; headless deployments get no administrator and no client.
   *
   * @returns each credential as soon as it is created, so that it is shown even if a later step fails
   */
  async *run(): AsyncGenerator<BootstrapCredential> {
    if (this.bundles.current().version === 0) {
      await this.setRateLimits();
      for (const definition of DEFAULT_CONTENT_MODEL) await this.bundles.put(definition);
    }
    if (this.config.jsonApiPrefix !== '/api') return;
    const administrator = await this.createAdministrator();
    if (administrator !== undefined) yield administrator;
    const client = await this.createClient();
    if (client !== undefined) yield client;
  }

  private async setRateLimits(): Promise<void> {
    const { initialRateLimits: rateLimits } = this.config;
    if (rateLimits === undefined || this.settings.version > 0) return;
    try {
      await this.settings.change({ rateLimits }, OPERATOR_CONTEXT, 0);
    } catch (error) {
      // Another process that starts at this moment with the same variables has set them.
      if (!(error instanceof VersionOutdated)) throw error;
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

  private async createClient(): Promise<BootstrapCredential | undefined> {
    if ((await this.clients.list()).length > 0) return undefined;
    const allowedScopes = SCOPES.map(({ name }) => name);
    const { initialClient } = this.config;
    try {
      const changes = { label: 'First client', allowedScopes };
      const { client, secret } = await this.clients.register(changes, OPERATOR_CONTEXT, initialClient);
      return { kind: 'client', id: client.id, ...(initialClient === undefined ? { secret } : {}) };
    } catch (error) {
      // Another process that starts at the same time with the same variables has created the client.
      if (initialClient !== undefined && (await this.clients.find(initialClient.id)) !== undefined)
        return undefined;
      throw error;
    }
  }
}
