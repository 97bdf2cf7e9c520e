import { jest } from '@jest/globals';
import request from 'supertest';
import { EntryStore, QueryTimeout, StorageFull, StoreBusy, StoreUnavailable } from '@content-service/entries';
import type { DomainError } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { SiteSettingsService } from '@content-service/site-settings';
import { ManagedSite } from '../support/managed-site.js';

const CAUSE = new Error('as the driver says');

const UNAVAILABLE = new StoreUnavailable(CAUSE);

const TROUBLES: readonly (readonly [string, DomainError, string | undefined])[] = [
  ['storage_full', new StorageFull(CAUSE), '60'],
  ['store_unavailable', UNAVAILABLE, String(UNAVAILABLE.retryAfterSeconds)],
  ['store_busy', new StoreBusy(CAUSE), '1'],
  ['query_timeout', new QueryTimeout(10_000, CAUSE), undefined],
];

describe('a storage error', () => {
  let site: ManagedSite;
  beforeAll(async () => {
    site = await ManagedSite.start();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => site.stop());

  it.each(TROUBLES)('makes POST /api/node/article answer 503 %s', async (code, error, retryAfter) => {
    jest.spyOn(site.app.nest.get(EntryStore), 'apply').mockRejectedValue(error);
    const data = { type: 'node--article', attributes: { title: 'One too many' } };

    const { status, headers, body } = await site.app.api
      .asAdministrator()
      .post('/api/node/article', { data });

    expect([status, headers['retry-after']]).toEqual([503, retryAfter]);
    expect(body.errors).toEqual([expect.objectContaining({ status: '503', code, detail: error.message })]);
  });

  it.each(TROUBLES)('makes PATCH /manage/settings/jsonapi answer 503 %s', async (code, error, retryAfter) => {
    jest.spyOn(site.app.nest.get(SiteSettingsService), 'change').mockRejectedValue(error);
    const manager = await site.administrator();

    const { status, headers, body } = await manager.patch('/manage/settings/jsonapi', { publicAccess: true });

    expect([status, headers['retry-after'], body.code]).toEqual([503, retryAfter, code]);
  });

  it.each(TROUBLES)('makes POST /oauth/token answer 503 for %s', async (_, error, retryAfter) => {
    jest.spyOn(site.app.nest.get(ClientRegistry), 'authenticate').mockRejectedValue(error);
    const form = { grant_type: 'client_credentials', client_id: 'some', client_secret: 'secret' };

    const answer = await request(site.app.nest.getHttpServer()).post('/oauth/token').type('form').send(form);

    expect([answer.status, answer.headers['retry-after']]).toEqual([503, retryAfter]);
    expect(answer.body).toMatchObject({ error: 'server_error' });
  });
});
