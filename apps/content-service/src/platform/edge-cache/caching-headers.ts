import type { SiteSettings } from '@content-service/site-settings';
import type { CacheTags } from '../config/edge-cache-environment.js';
import { type ContentDependencies, createTags } from './cache-tags.js';

interface TagField {
  readonly name: string;
  readonly separator: string;
}

/** Understood by Fastly, and by Varnish with `deploy/varnish/default.vcl`. */
const SURROGATE_KEY: TagField = { name: 'Surrogate-Key', separator: ' ' };
/** Understood by Cloudflare. */
const CACHE_TAG: TagField = { name: 'Cache-Tag', separator: ',' };

/** The header fields with the tags of an answer, by the value of `CACHE_TAGS`. */
const CACHE_TAG_FIELDS: Readonly<Record<CacheTags, readonly TagField[]>> = {
  off: [],
  'surrogate-key': [SURROGATE_KEY],
  'cache-tag': [CACHE_TAG],
  both: [SURROGATE_KEY, CACHE_TAG],
};

/** Size of all fields with tags together; servers and proxies accept lines of 8 KiB and headers of 16 KiB. */
const TAG_BYTES_MAXIMUM = 8000;

/** How long a shared cache may use an outdated answer while it asks for a new one, and while it gets errors. */
const STALE_SECONDS = { whileRevalidate: 60, ifError: 86_400 };

/** The inputs of the header fields besides the content of an answer. */
export interface CachingContext {
  readonly settings: Pick<SiteSettings, 'publicMaxAgeSeconds' | 'sharedMaxAgeSeconds'>;
  readonly cacheTags: CacheTags;
}

/**
 * The header fields by which browsers and shared caches keep a public answer. `stale-while-revalidate` would apply to
 * browsers as well, so it is in the fields for content delivery networks alone: `CDN-Cache-Control` (RFC 9213) and its
 * predecessor `Surrogate-Control`.
 *
 * @param getDependencies called only when tags are on
 */
export function createCachingHeaders(
  { settings, cacheTags }: CachingContext,
  getDependencies: () => ContentDependencies,
): Readonly<Record<string, string>> {
  const { publicMaxAgeSeconds, sharedMaxAgeSeconds } = settings;
  const fields = CACHE_TAG_FIELDS[cacheTags];
  const tags = fields.length === 0 ? [] : createTags(getDependencies(), TAG_BYTES_MAXIMUM / fields.length);
  // A shared cache could not be told of changes.
  if (tags === undefined) return { 'Cache-Control': `private, max-age=${publicMaxAgeSeconds}` };
  const tagHeaders = Object.fromEntries(fields.map(({ name, separator }) => [name, tags.join(separator)]));
  const cacheControl = `public, max-age=${publicMaxAgeSeconds}`;
  if (sharedMaxAgeSeconds === 0) return { 'Cache-Control': cacheControl, ...tagHeaders };
  const targeted = `max-age=${sharedMaxAgeSeconds}, stale-while-revalidate=${STALE_SECONDS.whileRevalidate}, stale-if-error=${STALE_SECONDS.ifError}`;
  return {
    'Cache-Control': `${cacheControl}, s-maxage=${sharedMaxAgeSeconds}`,
    'CDN-Cache-Control': targeted,
    'Surrogate-Control': targeted,
    ...tagHeaders,
  };
}
