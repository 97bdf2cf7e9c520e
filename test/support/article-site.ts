import type { Response } from 'supertest';
import { ContentModelService } from '@content-service/bundles';
import { Entry, MonotonicPositionGenerator, type Relationships } from '@content-service/entries';
import type { Api } from './api.js';
import type { ChangeConfig } from './app.js';
import { ManagedSite, type ManagementClient } from './managed-site.js';

/** UNIX seconds of `created` and `changed`. */
export const START = 1_700_000_000;

const ARTICLES = '/api/node/article';

/** An application and two clients of it with all scopes. */
export interface OpenedSite {
  readonly site: ManagedSite;
  /** For `/manage`. */
  readonly manager: ManagementClient;
  /** For `/api`. */
  readonly client: ReturnType<Api['asAdministrator']>;
}

/**
 * Starts an application. Statements of reader processes cannot be counted, and those of background jobs and of reads after a
 * change that a poll found are no part of a request: all are off.
 *
 * @param variables further environment variables
 */
export async function openSite(
  variables: Readonly<Record<string, string>> = {},
  changeConfig?: ChangeConfig,
): Promise<OpenedSite> {
  const environment = { SQLITE_READERS: '0', JOB_CONCURRENCY: '0', CHANGE_POLL_MS: '3600000', ...variables };
  const site = await ManagedSite.start(environment, changeConfig);
  const manager = await site.administrator();
  const token = await site.issueToken(manager.id);
  return { site, manager, client: site.app.api.withAuthorization(`Bearer ${token}`) };
}

/** A site whose entries are written to the storage directly, for tests that compare sites of different size. */
export abstract class ArticleSite {
  abstract readonly articles: readonly string[];
  readonly manager: ManagementClient;
  readonly client: OpenedSite['client'];
  protected readonly site: ManagedSite;

  protected constructor({ site, manager, client }: OpenedSite) {
    this.site = site;
    this.manager = manager;
    this.client = client;
  }

  stop(): Promise<void> {
    return this.site.stop();
  }

  /** A GET request below the collection of articles. */
  get(path: string): Promise<Response> {
    return this.client.get(encodeURI(`${ARTICLES}${path}`));
  }

  /** The path of an article; negative numbers count from the end. */
  path(index: number, suffix = ''): string {
    return `${ARTICLES}/${this.articles.at(index) ?? ''}${suffix}`;
  }

  /** A document with the given attributes, for PATCH of an article. */
  change(index: number, attributes: object): object {
    return { data: { type: 'node--article', id: this.articles.at(index), attributes } };
  }

  /** Ends what runs beside requests, and makes the first request, which loads the model and the API description. */
  protected async prepareRequests(): Promise<void> {
    await this.site.stopEventProcessing();
    await this.get('?page[limit]=1');
  }

  protected entry(
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
}
