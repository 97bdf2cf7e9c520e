import type { WebhookEndpoint } from '@content-service/webhooks';
import { toWebhookRecord } from './backup-records.js';

const ENDPOINT = {
  definition: { label: 'Build', url: 'https://ci.example/build?token=secret' },
  sealedSecrets: 'sealed',
} as unknown as WebhookEndpoint;

describe('toWebhookRecord', () => {
  it('keeps the query of the URL, which may be a secret, only with credentials', () => {
    const [complete, open] = [toWebhookRecord(ENDPOINT, true), toWebhookRecord(ENDPOINT, false)];

    expect(complete.definition.url).toBe('https://ci.example/build?token=secret');
    expect(open.definition.url).toBe('https://ci.example/build');
    expect(JSON.stringify(open)).not.toContain('secret');
  });
});
