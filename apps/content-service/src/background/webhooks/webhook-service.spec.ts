import { AuditTrail } from '@content-service/audit';
import { FakeClock, UuidV7Generator } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import type { Storage } from '@content-service/storage';
import { WebhookSecretSealer, WebhookService } from '@content-service/webhooks';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);
const MEMBERS = { label: 'Search', url: 'https://example.com/', headers: { 'X-Key': 'abc' } };

const ids = new UuidV7Generator();
const clock = new FakeClock();
let storage: Storage;
beforeEach(async () => {
  storage = new RecordStorage(new MemoryRecordStore());
});

function createService(keySecret: string, previousKeySecret?: string): WebhookService {
  const { webhookEndpoints, audit } = storage;
  const sealer = new WebhookSecretSealer({ keySecret, previousKeySecret });
  const trail = new AuditTrail(audit, ids, clock);
  return new WebhookService(webhookEndpoints, sealer, ids, clock, trail, {
    urlPolicy: { allowHttp: false, allowedNetworks: [], ownOrigin: 'https://cms.example' },
    findNewestPosition: () => Promise.resolve(0),
    sendTest: () => Promise.reject(new Error('No call is expected.')),
    onDeleted: () => Promise.resolve(),
  });
}

describe('WebhookService', () => {
  it('seals secrets and headers again after a rotation of KEY_SECRET, once', async () => {
    const { endpoint, secret } = await createService(OLD).create(MEMBERS, 'v1', OPERATOR_CONTEXT);
    const rotated = createService(NEW, OLD);

    await rotated.resealSecrets();
    await rotated.resealSecrets();

    const stored = await storage.webhookEndpoints.find(endpoint.id);
    const sealer = new WebhookSecretSealer({ keySecret: NEW, previousKeySecret: undefined });
    expect(sealer.unseal(stored!)).toEqual({
      secrets: { current: secret },
      headers: MEMBERS.headers,
      isPrevious: false,
    });
    expect(stored?.version).toBe(2);
  });

  it('has at most 100 endpoints', async () => {
    const service = createService(NEW);
    for (let n = 0; n < 100; n += 1) await service.create(MEMBERS, 'v1', OPERATOR_CONTEXT);

    await expect(service.create(MEMBERS, 'v1', OPERATOR_CONTEXT)).rejects.toMatchObject({
      code: 'webhook_limit_reached',
    });
  });
});
