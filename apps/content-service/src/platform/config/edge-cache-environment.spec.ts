import { sentences } from './config.fixture.js';
import { parseConfig } from './config.js';

const FASTLY = { PURGE_DRIVER: 'fastly', CACHE_TAGS: 'surrogate-key', PURGE_TOKEN: 'secret' };

describe('The variables of edge caching', () => {
  it('name the cache that is told of changes, of Varnish each instance', () => {
    const { edgeCache } = parseConfig({
      CACHE_TAGS: 'both',
      PURGE_DRIVER: 'varnish',
      PURGE_URL: 'http://10.0.0.5:6081/, http://10.0.0.6:6081/',
    });

    expect(edgeCache).toEqual({
      tags: 'both',
      purge: {
        driver: 'varnish',
        urls: ['http://10.0.0.5:6081/', 'http://10.0.0.6:6081/'],
        token: undefined,
      },
    });
  });

  it.each([
    [{ CACHE_TAGS: 'on' }, "CACHE_TAGS must be one of off, surrogate-key, cache-tag, both, got 'on'."],
    [{ PURGE_DRIVER: 'squid' }, "PURGE_DRIVER must be one of varnish, fastly, cloudflare, got 'squid'."],
    [{ PURGE_DRIVER: 'varnish' }, 'PURGE_DRIVER=varnish needs CACHE_TAGS=surrogate-key or CACHE_TAGS=both.'],
    [
      { PURGE_DRIVER: 'varnish', EVENTS: 'off' },
      'PURGE_DRIVER=varnish needs EVENTS=on, since changes are read from the event log.',
    ],
    [{ PURGE_DRIVER: 'varnish', CACHE_TAGS: 'both' }, 'PURGE_DRIVER=varnish needs PURGE_URL beside it.'],
    [
      { PURGE_DRIVER: 'cloudflare', CACHE_TAGS: 'cache-tag', PURGE_URL: 'https://api.cloudflare.com/' },
      'PURGE_DRIVER=cloudflare needs PURGE_TOKEN beside it.',
    ],
    [
      { ...FASTLY, PURGE_URL: 'http://api.fastly.com/' },
      'PURGE_URL must begin with https:// unless its host is this machine, since PURGE_TOKEN is sent there.',
    ],
    [
      { ...FASTLY, PURGE_URL: 'https://api.fastly.com/,https://127.0.0.1/' },
      'PURGE_URL may be several URLs with PURGE_DRIVER=varnish only.',
    ],
    [
      { ...FASTLY, PURGE_URL: 'https://user:secret@api.fastly.com/' },
      'PURGE_URL must be a URL such as http://127.0.0.1:6081/, without a password; of Varnish several, separated by commas.',
    ],
    [
      { ...FASTLY, PURGE_URL: 'https://api.fastly.com/', PURGE_TOKEN: 'a b' },
      'PURGE_TOKEN must have visible ASCII characters only.',
    ],
  ])('%j are refused with one message', (variables, sentence) => {
    expect(sentences(variables)).toEqual([sentence]);
  });
});
