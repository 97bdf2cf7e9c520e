import type { Response } from 'supertest';
import { AccountStore, RoleService } from '@content-service/accounts';
import { AuditLog } from '@content-service/audit';
import { ContentModelService } from '@content-service/bundles';
import { Entry, EntryStore, MonotonicPositionGenerator, type Relationships } from '@content-service/entries';
import { UuidV7Generator } from '@content-service/kernel';
import { ClientStore } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import { Storage } from '@content-service/storage';
import type { Api } from '../support/api.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';

const ARTICLES = '/api/node/article';
const START = 1_700_000_000;

/** Grants and sessions of one user: requests that end them write to the disk for each. */
const GRANTS_MAXIMUM = 250;

/**
 * An application with a given number of articles, users, API clients and audit events; the first user has as many sessions,
 * consents and refresh tokens, up to 250 of each.
 */
export class ScaledSite {
  readonly articles: readonly string[];
  readonly users: readonly string[];
  /** Two tags; every article has the first. */
  readonly tags: readonly string[];

  private constructor(
    /** The number of records of each kind. */
    readonly size: number,
    private readonly site: ManagedSite,
    /** All scopes, for `/manage`. */
    readonly manager: ManagementClient,
    /** All scopes, for `/api`. */
    readonly client: ReturnType<Api['asAdministrator']>,
  ) {
    const ids = new UuidV7Generator();
    this.articles = Array.from({ length: size }, () => ids.next());
    this.users = Array.from({ length: size }, () => ids.next());
    this.tags = [ids.next(), ids.next()];
  }

  static async start(size: number): Promise<ScaledSite> {
    // Statements of reader processes cannot be counted, and those of background jobs are no part of a request.
    const site = await ManagedSite.start({ SQLITE_READERS: '0', JOB_CONCURRENCY: '0' });
    await site.app.site.settings({ pageLimitMaximum: 500 });
    const manager = await site.administrator();
    const token = await site.issueToken(manager.id);
    const client = site.app.api.withAuthorization(`Bearer ${token}`);
    const scaled = new ScaledSite(size, site, manager, client);
    await scaled.insertEntries();
    await scaled.insertUsersAndClients();
    await site.stopEventProcessing();
    // The first request loads the model, and the API description that responses are validated against.
    await scaled.get('?page[limit]=1');
    return scaled;
  }

  stop(): Promise<void> {
    return this.site.stop();
  }

  /** The number of sessions, consents and refresh tokens. */
  get grants(): number {
    return Math.min(this.size, GRANTS_MAXIMUM);
  }

  get storage(): Storage {
    return this.site.app.nest.get(Storage);
  }

  /** The management path of a user. */
  user(index: number, suffix = ''): string {
    return `/manage/users/${this.users[index] ?? ''}${suffix}`;
  }

  /** A GET request below the collection of articles. */
  get(path: string): Promise<Response> {
    return this.client.get(encodeURI(`${ARTICLES}${path}`));
  }

  /** The path of an article. */
  path(index: number, relationship = ''): string {
    const suffix = relationship === '' ? '' : `/relationships/${relationship}`;
    return `${ARTICLES}/${this.articles[index] ?? ''}${suffix}`;
  }

  /** A document with the given attributes, for PATCH of an article. */
  change(index: number, attributes: object): object {
    return { data: { type: 'node--article', id: this.articles[index], attributes } };
  }

  /** The first article links to all articles, every article to the first tag. */
  private async insertEntries(): Promise<void> {
    const related = this.articles.map((id) => ({ type: 'node--article', id }));
    const [tag = '', otherTag = ''] = this.tags;
    const entries = [
      this.entry(tag, 'taxonomy_term--tags', { name: 'Shared' }),
      this.entry(otherTag, 'taxonomy_term--tags', { name: 'Unused' }),
      ...this.articles.map((id, n) =>
        this.entry(
          id,
          'node--article',
          { title: `Article ${n}`, field_rating: 1, path: { alias: `/article-${n}`, langcode: 'en' } },
          {
            field_tags: [{ type: 'taxonomy_term--tags', id: tag }],
            ...(n === 0 ? { field_related: related } : {}),
          },
        ),
      ),
    ];
    await this.site.app.nest.get(EntryStore).apply(entries.map((entry) => ({ kind: 'insert', entry })));
  }

  private entry(
    id: string,
    type: string,
    attributes: Entry['attributes'],
    relationships: Relationships = {},
  ): Entry {
    const { nest } = this.site.app;
    const head = { id, type, published: true, created: START, changed: START, version: 1 };
    const position = nest.get(MonotonicPositionGenerator).next();
    const modelVersion = nest.get(ContentModelService).current().version;
    const values = { ...attributes, status: true, langcode: 'en' };
    return Entry.of({ ...head, position, modelVersion }, values, relationships);
  }

  /** All users have the role `writer`; sessions, consents and refresh tokens belong to the first user. */
  private async insertUsersAndClients(): Promise<void> {
    const { nest } = this.site.app;
    const { sessions, consents, refreshTokens } = this.storage;
    const role = { name: 'writer', label: 'Writer', scopes: ['member'] };
    await nest.get(RoleService).create(role, OPERATOR_CONTEXT);
    const [userId = ''] = this.users;
    const times = { accessEpoch: 1, startedAt: START, authenticatedAt: START, expiresAt: START + 9999 };
    const client = { secrets: [], confidential: true, grants: [], redirectUris: [], requirePkce: false };
    for (const [n, id] of this.users.entries()) {
      const clientId = `client-${n}-of-all`;
      await nest.get(AccountStore).insert({
        ...{ id, name: `user ${n}`, nameKey: `user ${n}`, role: 'writer', enabled: true },
        ...{ passwordHash: 'unused', accessEpoch: 1, createdAt: START, version: 1 },
      });
      await nest.get(ClientStore).insert({
        ...{ id: clientId, label: clientId, ...client, allowedScopes: ScopeSet.none },
        ...{ enabled: true, rememberConsent: true, createdAt: START, version: 1 },
      });
      if (n >= GRANTS_MAXIMUM) continue;
      await sessions.start({ idHash: `session-${n}`, userId, ...times });
      await consents.save({ userId, clientId, scope: 'member', grantedAt: START });
      await refreshTokens.insert({
        ...{ tokenHash: `token-${n}`, familyId: id, clientId: 'client-0-of-all', userId, scope: 'member' },
        ...{ issuedAt: START, familyStartedAt: START, expiresAt: START + 9999 },
      });
    }
    await nest.get(AuditLog).append(
      this.users.map((id, n) => ({
        ...{ id, occurredAt: START - n, actor: { kind: 'operator' } as const },
        ...{ action: 'user.created' as const, details: {} },
      })),
    );
  }
}
