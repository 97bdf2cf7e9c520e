import { KeySecretMismatch } from '@content-service/kernel';
import { WebhookSecretSealer } from './webhook-secrets.js';

const SECRETS = { current: 'whsec_new', previous: { secret: 'whsec_old', until: 1_700_000_000 } };
const sealer = (keySecret: string, previousKeySecret?: string): WebhookSecretSealer =>
  new WebhookSecretSealer({ keySecret, previousKeySecret });

describe('WebhookSecretSealer', () => {
  it('opens what it sealed, and shows nothing of it', () => {
    const sealed = sealer('a').seal('id', SECRETS, { Authorization: 'Bearer abc' });

    expect(JSON.stringify(sealed)).not.toMatch(/whsec_|Bearer|Authorization/);
    expect(sealer('a').unseal({ id: 'id', ...sealed })).toEqual({
      secrets: SECRETS,
      headers: { Authorization: 'Bearer abc' },
      isPrevious: false,
    });
  });

  it('opens nothing with another secret, or under the id of another endpoint', () => {
    const sealed = sealer('a').seal('id', SECRETS);

    expect(() => sealer('b').unseal({ id: 'id', ...sealed })).toThrow(KeySecretMismatch);
    expect(() => sealer('a').unseal({ id: 'other', ...sealed })).toThrow(KeySecretMismatch);
  });

  it('opens it with the secret before a rotation, and says so', () => {
    const sealed = sealer('a').seal('id', SECRETS);

    expect(sealer('b', 'a').unseal({ id: 'id', ...sealed })).toEqual({
      secrets: SECRETS,
      headers: {},
      isPrevious: true,
    });
  });
});
