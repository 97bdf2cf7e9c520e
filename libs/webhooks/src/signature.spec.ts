import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { findPublicKey, generateWebhookSecret, signWebhook, toMessageId } from './signature.js';

/** The library judges the age of a message by the system clock. */
const timestamp = Math.floor(Date.now() / 1000);
const message = { id: toMessageId('0190163d-8694-739b-aea5-966c26f8ad91'), timestamp, body: '{"ä":"–"}' };

describe('toMessageId', () => {
  it('has no dot, which separates the parts of the signed text', () => {
    expect(message.id).toBe('evt_0190163d8694739baea5966c26f8ad91');
  });
});

describe('signWebhook', () => {
  it('with a v1 secret gives headers that the library standardwebhooks verifies', () => {
    const secret = generateWebhookSecret('v1');

    const headers = signWebhook(message, { current: secret });

    expect(new Webhook(secret).verify(message.body, headers)).toEqual({ ä: '–' });
    expect(() => new Webhook(secret).verify(`${message.body} `, headers)).toThrow(
      'No matching signature found',
    );
    expect(() => new Webhook(generateWebhookSecret('v1')).verify(message.body, headers)).toThrow(
      'No matching signature found',
    );
  });

  it('has the signature of the example of the Standard Webhooks specification', () => {
    const headers = signWebhook(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' },
      { current: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    );

    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('during a rotation signs with both secrets, and afterwards with the new one alone', () => {
    const [secret, former] = [generateWebhookSecret('v1'), generateWebhookSecret('v1')];
    const during = signWebhook(message, {
      current: secret,
      previous: { secret: former, until: timestamp + 1 },
    });
    const afterwards = signWebhook(message, {
      current: secret,
      previous: { secret: former, until: timestamp },
    });

    for (const accepted of [secret, former])
      expect(new Webhook(accepted).verify(message.body, during)).toEqual({ ä: '–' });
    expect(new Webhook(secret).verify(message.body, afterwards)).toEqual({ ä: '–' });
    expect(() => new Webhook(former).verify(message.body, afterwards)).toThrow('No matching signature found');
  });

  // The library standardwebhooks (npm, 1.1.1) verifies v1 alone, and so do those for Python and Go; Node.js verifies v1a.
  it('with a v1a secret gives an Ed25519 signature that the public key verifies', () => {
    const secret = generateWebhookSecret('v1a');
    const x = Buffer.from((findPublicKey(secret) ?? '').slice('whpk_'.length), 'base64');
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') },
      format: 'jwk',
    });

    const [scheme, signature = ''] = signWebhook(message, { current: secret })['webhook-signature'].split(
      ',',
    );

    expect(scheme).toBe('v1a');
    const verified = (text: string): boolean =>
      verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
    expect(verified(`${message.id}.${timestamp}.${message.body}`)).toBe(true);
    expect(verified(`${message.id}.${timestamp + 1}.${message.body}`)).toBe(false);
  });

  it('signs with both schemes while an endpoint changes from one to the other', () => {
    const [secret, former] = [generateWebhookSecret('v1a'), generateWebhookSecret('v1')];

    const headers = signWebhook(message, {
      current: secret,
      previous: { secret: former, until: timestamp + 1 },
    });

    expect(headers['webhook-signature']).toMatch(/^v1a,\S+ v1,\S+$/);
    expect(new Webhook(former).verify(message.body, headers)).toEqual({ ä: '–' });
  });
});

describe('findPublicKey', () => {
  it('has none for a v1 secret, which signs and verifies', () => {
    expect(findPublicKey(generateWebhookSecret('v1'))).toBeUndefined();
  });

  it('is the second half of a v1a secret', () => {
    const secret = generateWebhookSecret('v1a');
    const bytes = Buffer.from(secret.slice('whsk_'.length), 'base64');

    expect(bytes).toHaveLength(64);
    expect(findPublicKey(secret)).toBe(`whpk_${bytes.subarray(32).toString('base64')}`);
  });
});
