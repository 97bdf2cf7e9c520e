import { Counter, type Registry } from 'prom-client';

/** The caches whose lookups are counted. */
const CACHES = ['access_tokens', 'clients', 'filtered_totals'] as const;

export type CacheName = (typeof CACHES)[number];

/** The lookups of one cache. */
export class LookupCount {
  hits = 0;
  misses = 0;

  add(isHit: boolean): void {
    if (isHit) this.hits += 1;
    else this.misses += 1;
  }
}

/** Lookups in caches. They are plain numbers until the metrics are read, since some happen in every request. */
export class CacheLookups {
  private readonly counts = new Map<CacheName, LookupCount>(CACHES.map((name) => [name, new LookupCount()]));

  constructor(registry: Registry) {
    const { counts } = this;
    new Counter({
      name: 'content_service_cache_lookups_total',
      help: 'Lookups in caches by result: access_tokens (verified tokens), clients (API clients), filtered_totals (totals of filtered lists).',
      labelNames: ['cache', 'result'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const [cache, { hits, misses }] of counts) {
          this.inc({ cache, result: 'hit' }, hits);
          this.inc({ cache, result: 'miss' }, misses);
        }
      },
    });
  }

  of(cache: CacheName): LookupCount {
    const count = this.counts.get(cache);
    if (count === undefined) throw new Error(`There is no cache ${cache}.`);
    return count;
  }
}
