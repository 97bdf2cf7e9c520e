import { Injectable } from '@nestjs/common';
import { Accounts, NameTaken } from '@content-service/accounts';
import { type BundleDefinition, ContentModelService, defineField, UNLIMITED } from '@content-service/bundles';
import { ClientRegistry } from '@content-service/oauth-clients';
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

/**
 * Somebody whom the first start made: who can sign in, or who can get tokens. A password or secret that was generated is
 * shown now or never; one that was chosen beforehand is not here.
 */
export type FirstOne =
  | { readonly kind: 'administrator'; readonly name: string; readonly password?: string }
  | { readonly kind: 'client'; readonly id: string; readonly secret?: string };

/** Makes an empty database usable: there must be something to fill in, and somebody who may. */
@Injectable()
export class FirstStart {
  constructor(
    private readonly config: Config,
    private readonly bundles: ContentModelService,
    private readonly accounts: Accounts,
    private readonly clients: ClientRegistry,
  ) {}

  /**
   * Later starts make nobody; nor does a headless deployment, where nobody signs in and nobody gets a token.
   *
   * @returns gives each as soon as it is made, to be shown whatever becomes of the next
   */
  async *run(): AsyncGenerator<FirstOne> {
    if (this.bundles.current().version === 0)
      for (const definition of DEFAULT_CONTENT_MODEL) await this.bundles.put(definition);
    if (this.config.jsonApiPrefix !== '/api') return;
    const administrator = await this.administrator();
    if (administrator !== undefined) yield administrator;
    const client = await this.client();
    if (client !== undefined) yield client;
  }

  private async administrator(): Promise<FirstOne | undefined> {
    if ((await this.accounts.list({ limit: 1 })).users.length > 0) return undefined;
    const { name, password: chosen } = this.config.initialAdministrator;
    const password = chosen ?? newPassword();
    try {
      await this.accounts.create({ name, password, role: 'administrator' }, OPERATOR);
      return { kind: 'administrator', name, ...(chosen === undefined ? { password } : {}) };
    } catch (error) {
      // Another process starts at this very moment, and shows the password that counts.
      if (error instanceof NameTaken) return undefined;
      throw error;
    }
  }

  private async client(): Promise<FirstOne | undefined> {
    if ((await this.clients.list()).length > 0) return undefined;
    const allowedScopes = SCOPES.map(({ name }) => name);
    const { initialClient } = this.config;
    try {
      const said = { label: 'First client', allowedScopes };
      const { client, secret } = await this.clients.register(said, OPERATOR, initialClient);
      return { kind: 'client', id: client.id, ...(initialClient === undefined ? { secret } : {}) };
    } catch (error) {
      // Another process starts at this very moment with the same variables, and was faster.
      if (initialClient !== undefined && (await this.clients.find(initialClient.id)) !== undefined)
        return undefined;
      throw error;
    }
  }
}
