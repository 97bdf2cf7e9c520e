import { createCachingHeaders } from './caching-headers.js';

const ARTICLE = { type: 'node--article', id: '11111111-1111-4111-8111-111111111111' };
const NOT_SHARED = { publicMaxAgeSeconds: 60, sharedMaxAgeSeconds: 0 };
const SHARED = { publicMaxAgeSeconds: 60, sharedMaxAgeSeconds: 3600 };
const TAGS = ['model', 'settings', 'node--article', `node:${ARTICLE.id}`];

const one = () => ({ entries: [ARTICLE], types: [] });

describe('createCachingHeaders', () => {
  it('lets shared caches keep an answer as long as browsers do by default', () => {
    expect(createCachingHeaders({ settings: NOT_SHARED, cacheTags: 'off' }, one)).toEqual({
      'Cache-Control': 'public, max-age=60',
    });
  });

  it('lets shared caches keep an answer longer, and use an outdated one for a while', () => {
    const targeted = 'max-age=3600, stale-while-revalidate=60, stale-if-error=86400';

    expect(createCachingHeaders({ settings: SHARED, cacheTags: 'off' }, one)).toEqual({
      'Cache-Control': 'public, max-age=60, s-maxage=3600',
      'CDN-Cache-Control': targeted,
      'Surrogate-Control': targeted,
    });
  });

  it.each([
    ['surrogate-key', { 'Surrogate-Key': TAGS.join(' ') }],
    ['cache-tag', { 'Cache-Tag': TAGS.join(',') }],
    ['both', { 'Surrogate-Key': TAGS.join(' '), 'Cache-Tag': TAGS.join(',') }],
  ] as const)('has the tags for CACHE_TAGS=%s', (cacheTags, fields) => {
    expect(createCachingHeaders({ settings: NOT_SHARED, cacheTags }, one)).toEqual({
      'Cache-Control': 'public, max-age=60',
      ...fields,
    });
  });

  it('has at most 8,000 bytes of tags in all fields together', () => {
    const entries = Array.from({ length: 500 }, (_, n) => ({
      type: 'node--article',
      id: `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`,
    }));
    const count = (many: number): number =>
      createCachingHeaders({ settings: SHARED, cacheTags: 'both' }, () => ({
        entries: entries.slice(0, many),
        types: [],
      }))['Cache-Tag']?.split(',').length ?? 0;

    expect([count(90), count(500)]).toEqual([93, 4]);
  });

  it('keeps an answer out of shared caches when the tags of its types exceed the limit', () => {
    const types = Array.from({ length: 500 }, (_, n) => `node--type_with_a_long_name_${n}`);
    const headers = createCachingHeaders({ settings: SHARED, cacheTags: 'surrogate-key' }, () => ({
      entries: [],
      types,
    }));

    expect(headers).toEqual({ 'Cache-Control': 'private, max-age=60' });
  });
});
