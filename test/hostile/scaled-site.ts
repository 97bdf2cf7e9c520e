import { randomUUID } from 'node:crypto';
import { AccountStore, RoleService } from '@content-service/accounts';
import { AuditLog } from '@content-service/audit';
import { MENU_LINK_TYPE } from '@content-service/bundles';
import { EntryStore } from '@content-service/entries';
import { SEQUENCER } from '@content-service/events';
import { UuidV7Generator } from '@content-service/kernel';
import { ClientStore } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import { Storage } from '@content-service/storage';
import { ArticleSite, type OpenedSite, openSite, START } from '../support/article-site.js';

/** Grants and sessions of one user: requests that end them write to the disk for each. */
const GRANTS_MAXIMUM = 250;

/**
 * An application with a given number of articles, the first 100 in the menu `main`, users, API clients and audit events; the first user has as many sessions,
 * consents and refresh tokens, up to 250 of each.
 */
export class ScaledSite extends ArticleSite {
  readonly articles: readonly string[];
  readonly users: readonly string[];
  /** Two tags; every article has the first. */
  readonly tags: readonly string[];

  private constructor(
    /** The number of objects of each kind. */
    readonly size: number,
    opened: OpenedSite,
  ) {
    super(opened);
    const ids = new UuidV7Generator();
    this.articles = Array.from({ length: size }, () => ids.next());
    this.users = Array.from({ length: size }, () => ids.next());
    this.tags = [ids.next(), ids.next()];
  }

  static async start(size: number): Promise<ScaledSite> {
    const opened = await openSite();
    await opened.site.app.site.settings({
      pageLimitMaximum: 500,
      previewSites: [{ label: 'Website', url: 'https://www.example.com/api/draft' }],
    });
    const scaled = new ScaledSite(size, opened);
    await scaled.insertEntries();
    await scaled.insertUsersAndClients();
    await scaled.prepareRequests();
    return scaled;
  }

  /** The number of sessions, consents and refresh tokens. */
  get grants(): number {
    return Math.min(this.size, GRANTS_MAXIMUM);
  }

  get storage(): Storage {
    return this.site.app.nest.get(Storage);
  }

  /** Gives all events that are committed their positions, as a background task of the service does. */
  async sequenceEvents(): Promise<void> {
    const { eventConsumers, events } = this.storage;
    const acquired = await eventConsumers.acquire(SEQUENCER, 'test', 60);
    if (acquired === undefined) throw new Error('Another process gives events their positions.');
    while ((await events.sequence(acquired.lease, 1000)) > 0);
    await eventConsumers.release(acquired.lease);
  }

  /** The management path of a user. */
  user(index: number, suffix = ''): string {
    return `/manage/users/${this.users[index] ?? ''}${suffix}`;
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
      ...this.articles.slice(0, 100).map((target) =>
        this.entry(randomUUID(), MENU_LINK_TYPE, {
          title: 'Link',
          menu_name: 'main',
          link: { uri: `entity:node/${target}`, title: null, options: [] },
        }),
      ),
    ];
    await this.site.app.nest.get(EntryStore).apply(entries.map((entry) => ({ kind: 'insert', entry })));
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
