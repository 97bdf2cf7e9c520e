import { Injectable } from '@nestjs/common';
import { Accounts, NameTaken, type User } from '@content-service/accounts';
import { type BundleDefinition, ContentModelService, defineField, UNLIMITED } from '@content-service/bundles';
import { ClientRegistry, type Registration } from '@content-service/oauth-clients';
import { OPERATOR, SCOPES } from '@content-service/scopes';
import { Config } from './config.js';
import { newPassword } from './new-password.js';

const BODY = defineField('body', 'text_with_summary', { label: 'Body' });

/** What a site that says nothing else begins with. */
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

/** The user who was made, and the password, which is shown now or never. */
export interface FirstAdministrator {
  readonly user: User;
  readonly password: string;
}

/** Whom the first start made: who can sign in, and who can get tokens. */
export interface FirstOnes {
  readonly administrator?: FirstAdministrator;
  readonly client?: Registration;
}

/** Makes an empty database usable: there must be something to fill in, and somebody who may. */
@Injectable()
export class FirstStart {
  constructor(
    private readonly config: Config,
    private readonly bundles: ContentModelService,
    private readonly accounts: Accounts,
    private readonly clients: ClientRegistry,
  ) {}

  /** Later starts make nobody; nor does a headless deployment, where nobody signs in and nobody gets a token. */
  async run(): Promise<FirstOnes> {
    if (this.bundles.current().version === 0)
      for (const definition of DEFAULT_CONTENT_MODEL) await this.bundles.put(definition);
    if (this.config.jsonApiPrefix !== '/api') return {};
    return { administrator: await this.administrator(), client: await this.client() };
  }

  private async administrator(): Promise<FirstAdministrator | undefined> {
    if ((await this.accounts.list({ limit: 1 })).users.length > 0) return undefined;
    const { name, password = newPassword() } = this.config.initialAdministrator;
    const said = { name, password, role: 'administrator' };
    try {
      return { user: await this.accounts.create(said, OPERATOR), password };
    } catch (error) {
      // Another process starts at this very moment, and shows the password that counts.
      if (error instanceof NameTaken) return undefined;
      throw error;
    }
  }

  private async client(): Promise<Registration | undefined> {
    if ((await this.clients.list()).length > 0) return undefined;
    const allowedScopes = SCOPES.map(({ name }) => name);
    const { initialClient } = this.config;
    try {
      return await this.clients.register({ label: 'First client', allowedScopes }, OPERATOR, initialClient);
    } catch (error) {
      // Another process starts at this very moment with the same variables, and was faster.
      if (initialClient !== undefined && (await this.clients.find(initialClient.id)) !== undefined)
        return undefined;
      throw error;
    }
  }
}
