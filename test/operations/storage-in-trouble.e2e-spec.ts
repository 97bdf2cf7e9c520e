import { jest } from '@jest/globals';
import request from 'supertest';
import { EntryStore, QueryTimeout, StorageFull, StoreBusy, StoreUnavailable } from '@content-service/entries';
import type { DomainError } from '@content-service/kernel';
import { Metrics } from '@content-service/app';
import { AuditLog } from '@content-service/audit';
import { ClientRegistry, ClientStore } from '@content-service/oauth-clients';
import { SiteSettingsService } from '@content-service/site-settings';
import { ManagedSite } from '../support/managed-site.js';
import { SECRET } from '../support/oauth-site.js';

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

  it.each(TROUBLES)('makes POST /oauth/token answer 503 for %s', async (code, error, retryAfter) => {
    jest.spyOn(site.app.nest.get(ClientRegistry), 'find').mockRejectedValue(error);
    const form = { grant_type: 'client_credentials', client_id: 'some', client_secret: 'secret' };

    const answer = await request(site.app.nest.getHttpServer()).post('/oauth/token').type('form').send(form);

    expect([answer.status, answer.headers['retry-after']]).toEqual([503, retryAfter]);
    expect(answer.body).toMatchObject(
      code === 'storage_full'
        ? { error: 'temporarily_unavailable', hint: error.message }
        : { error: 'server_error' },
    );
  });

  it('does not keep POST /oauth/token from issuing tokens without a row while the storage is full', async () => {
    const full = new StorageFull(CAUSE);
    const touch = jest
      .spyOn(site.app.nest.get(ClientStore, { strict: false }), 'touch')
      .mockRejectedValue(full);
    const append = jest
      .spyOn(site.app.nest.get(AuditLog, { strict: false }), 'append')
      .mockRejectedValue(full);
    const { auditEventsUnstored } = site.app.nest.get(Metrics, { strict: false });
    const { id } = await site.oauth.client();
    const credentials = { client_id: id, client_secret: SECRET };

    const issued = await site.oauth.postForm('/oauth/token', {
      grant_type: 'client_credentials',
      ...credentials,
    });
    const refused = await site.oauth.postForm('/oauth/token', {
      ...{ grant_type: 'client_credentials', ...credentials },
      client_secret: 'wrong',
    });

    expect([issued.status, refused.status]).toEqual([200, 401]);
    expect(touch).toHaveBeenCalled();
    expect(append).toHaveBeenCalledTimes(2);
    expect((await auditEventsUnstored.get()).values).toMatchObject([{ value: 2 }]);
  });
});
