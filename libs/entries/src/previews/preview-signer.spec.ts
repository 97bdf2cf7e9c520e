import { FakeClock, type Uuid } from '@content-service/kernel';
import { Entry } from '../entry.js';
import { PreviewExpired, PreviewInvalid } from './preview.errors.js';
import { PreviewSigner } from './preview-signer.js';
import {
  formatPreviewPath,
  formatPreviewVersion,
  parsePreviewPath,
  parsePreviewVersion,
} from './preview-token.js';

const [ONE, OTHER] = ['old'.repeat(12), 'new'.repeat(12)];
const ID: Uuid = '01890a5d-ac96-774b-bcce-b302099a8057';

function entry(changes: Partial<{ id: Uuid; type: string; langcode: string }> = {}): Entry {
  const { id = ID, type = 'node--article', langcode = 'en' } = changes;
  const metadata = { published: false, created: 0, changed: 0, version: 1, position: 1, modelVersion: 1 };
  return Entry.of({ id, type, ...metadata }, { langcode }, {});
}

describe('PreviewSigner', () => {
  let clock: FakeClock;
  let signer: PreviewSigner;
  const withSecrets = (keySecret: string, previousKeySecret?: string): PreviewSigner =>
    new PreviewSigner({ keySecret, previousKeySecret }, clock);
  const opens =
    (token: Parameters<PreviewSigner['assertOpens']>[1], by = signer) =>
    () => {
      by.assertOpens(entry(), token);
    };
  beforeEach(() => {
    clock = new FakeClock();
    signer = withSecrets(ONE);
  });

  it('opens the signed entry, and no other id, type, language or time', () => {
    const token = signer.signEntry(entry());

    expect(opens(token)).not.toThrow();
    for (const other of [
      entry({ id: '01890a5d-ac96-774b-bcce-b302099a8058' }),
      entry({ type: 'node--page' }),
      entry({ langcode: 'de' }),
    ])
      expect(() => {
        signer.assertOpens(other, token);
      }).toThrow(PreviewInvalid);
    expect(opens({ ...token, expiresAt: token.expiresAt + 1 })).toThrow(PreviewInvalid);
    expect(opens({ ...token, signature: 'f'.repeat(32) })).toThrow(PreviewInvalid);
  });

  it('opens for 15 minutes, to the second', () => {
    const token = signer.signEntry(entry());

    clock.advance(899);
    expect(opens(token)).not.toThrow();
    clock.advance(1);
    expect(opens(token)).toThrow(PreviewExpired);
  });

  it.each([
    ['set forward by a day', 86_400, true],
    ['set back by an hour', -3600, true],
    ['that of another process, half a minute behind', -30, false],
  ])('with a clock %s, %d seconds: expired is %s', (_, seconds, isExpired) => {
    const token = signer.signEntry(entry());
    const link = signer.signLink('/about', 'preview:x', token);

    clock.advance(seconds);

    const isRefused = (act: () => unknown): boolean => {
      try {
        act();
        return false;
      } catch (error) {
        expect(error).toBeInstanceOf(PreviewExpired);
        return true;
      }
    };
    expect([isRefused(opens(token)), isRefused(() => signer.verifyLink(link))]).toEqual([
      isExpired,
      isExpired,
    ]);
    expect(opens(signer.signEntry(entry()))).not.toThrow();
  });

  it('accepts what the previous secret has signed, while it is given', () => {
    const token = signer.signEntry(entry());
    const link = signer.signLink('/about', 'preview:x', token);
    const rotated = withSecrets(OTHER, ONE);

    expect(opens(token, rotated)).not.toThrow();
    expect(rotated.verifyLink(link)).toBe(900);
    expect(opens(token, withSecrets(OTHER))).toThrow(PreviewInvalid);
    expect(opens(rotated.signEntry(entry()), withSecrets(OTHER))).not.toThrow();
  });

  it('refuses links with another path, version, time or secret', () => {
    const link = signer.signLink('/about', 'preview:x', signer.signEntry(entry()));

    for (const changed of [
      { path: '/contact' },
      { resourceVersion: 'preview:y' },
      { timestamp: link.timestamp + 1 },
      { timestamp: Number.NaN },
      { secret: 'x' },
      // The boundary between the signed parts counts.
      { path: '/aboutp', resourceVersion: 'review:x' },
    ])
      expect(() => signer.verifyLink({ ...link, ...changed })).toThrow(PreviewInvalid);
  });
});

describe('The texts of a preview', () => {
  const token = { expiresAt: 1_764_300_000, signature: '0123456789abcdef'.repeat(2) };

  it('are read as they are written', () => {
    expect(formatPreviewVersion(token)).toBe('preview:t6f2lc:0123456789abcdef0123456789abcdef');
    expect(parsePreviewVersion(formatPreviewVersion(token))).toEqual(token);
    expect(parsePreviewPath(formatPreviewPath(ID, token))).toEqual({ id: ID, token });
  });

  it.each([
    'preview:',
    'preview:t6f2lc',
    'preview:t6f2lc:0123',
    `preview:T6F2LC:${token.signature}`,
    `x${formatPreviewVersion(token)}`,
    `${formatPreviewVersion(token)}:en`,
  ])('of another form are none: %s', (text) => {
    expect(parsePreviewVersion(text)).toBeUndefined();
  });

  it.each([
    '/preview',
    `/preview/${ID}`,
    `/preview/x/t6f2lc-${token.signature}`,
    `${formatPreviewPath(ID, token)}/x`,
  ])('%s is no path of a preview', (path) => {
    expect(parsePreviewPath(path)).toBeUndefined();
  });
});
