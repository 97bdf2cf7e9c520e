import type { WebhookEndpoint } from '@content-service/webhooks';
import { toWebhookLine } from './backup-lines.js';

const ENDPOINT = {
  definition: { label: 'Build', url: 'https://ci.example/build?token=secret' },
  sealedSecrets: 'sealed',
} as unknown as WebhookEndpoint;

describe('toWebhookLine', () => {
  it('keeps the query of the URL, which may be a secret, only with credentials', () => {
    const [complete, open] = [toWebhookLine(ENDPOINT, true), toWebhookLine(ENDPOINT, false)];

    expect(complete.definition.url).toBe('https://ci.example/build?token=secret');
    expect(open.definition.url).toBe('https://ci.example/build');
    expect(JSON.stringify(open)).not.toContain('secret');
  });
});
