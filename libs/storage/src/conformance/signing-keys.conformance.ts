import assert from 'node:assert/strict';
import { generateSecret } from '@content-service/kernel';
import type { SigningKey } from '@content-service/oauth-grants';
import type { Storage } from '../storage.js';
import { it } from './runner.js';

/** A key with a kid of its own. */
export function signingKey(rest: Partial<SigningKey> = {}): SigningKey {
  return {
    kid: generateSecret(),
    algorithm: 'RS256',
    sealedPrivateKey: `sealed:${'k'.repeat(2000)}`,
    publicKey: '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n',
    state: 'current',
    createdAt: 1_700_000_000,
    ...rest,
  };
}

export function signingKeys(storage: () => Storage): void {
  it('returns the keys as they were stored', async () => {
    const keys = [
      signingKey({ state: 'retired', retiredAt: 1_700_000_500 }),
      signingKey({ algorithm: 'ES256' }),
      signingKey({ state: 'next' }),
    ];

    assert.equal(await storage().signingKeys.replace(keys, await kids()), true);

    assert.deepEqual(byKid(await storage().signingKeys.list()), byKid(keys));
  });

  it('keeps a key under its kid when the list is replaced', async () => {
    const key = signingKey();
    await storage().signingKeys.replace([key, signingKey()], await kids());
    const retired = { ...key, state: 'retired', retiredAt: 1_700_000_900 } as const;

    assert.equal(await storage().signingKeys.replace([retired], [...(await kids())].reverse()), true);

    assert.deepEqual(await storage().signingKeys.list(), [retired]);
  });

  it('replaces nothing when the stored list differs from the expected one', async () => {
    const keys = [signingKey(), signingKey()];
    await storage().signingKeys.replace(keys, await kids());
    const [first] = keys.map(({ kid }) => kid);

    for (const expected of [[], [first ?? ''], [...(await kids()), 'another'], [first ?? '', 'another']])
      assert.equal(await storage().signingKeys.replace([signingKey()], expected), false);

    assert.deepEqual(byKid(await storage().signingKeys.list()), byKid(keys));
  });

  it('of twenty parallel replacements one succeeds, also on an empty list', async () => {
    await storage().signingKeys.replace([], await kids());
    const lists = Array.from({ length: 20 }, () => [signingKey()]);

    const won = await Promise.all(lists.map((keys) => storage().signingKeys.replace(keys, [])));

    assert.equal(won.filter(Boolean).length, 1);
    assert.deepEqual(await storage().signingKeys.list(), lists[won.indexOf(true)]);
  });

  async function kids(): Promise<string[]> {
    return (await storage().signingKeys.list()).map(({ kid }) => kid);
  }
}

function byKid(keys: readonly SigningKey[]): SigningKey[] {
  return [...keys].sort((a, b) => a.kid.localeCompare(b.kid));
}
