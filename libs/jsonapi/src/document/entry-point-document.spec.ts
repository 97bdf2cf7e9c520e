import { ANONYMOUS, ScopeSet } from '@content-service/scopes';
import { context, toUuid, site } from '../articles.fixture.js';
import { serializeEntryPointDocument } from './entry-documents.js';

const api = 'https://cms.example/api';

describe('serializeEntryPointDocument', () => {
  it('lists the collection of every resource type', () => {
    expect(JSON.parse(serializeEntryPointDocument(ANONYMOUS, context))).toEqual({
      jsonapi: { version: '1.1' },
      data: [],
      links: {
        self: { href: api },
        'file--file': { href: `${api}/file/file` },
        'redirect--redirect': { href: `${api}/redirect/redirect` },
        'menu_link_content--menu_link_content': { href: `${api}/menu_link_content/menu_link_content` },
        'user--user': { href: `${api}/user/user` },
        'node--article': { href: `${api}/node/article` },
        'taxonomy_term--tags': { href: `${api}/taxonomy_term/tags` },
      },
    });
  });

  it('contains a link to the profile of the user', () => {
    const user = { kind: 'user', userId: toUuid('e', 1), clientId: 'app', scopes: ScopeSet.none } as const;

    expect(JSON.parse(serializeEntryPointDocument(user, context))).toHaveProperty('meta.links.me', {
      href: `${api}/user/user/${toUuid('e', 1)}`,
      meta: { id: toUuid('e', 1) },
    });
  });

  it('begins links with the base URL and the prefix', () => {
    const headless = { baseUrl: 'http://localhost:3000/cms', prefix: '/jsonapi' };

    expect(serializeEntryPointDocument(ANONYMOUS, { ...context, apiRoot: headless })).toContain(
      '"node--article":{"href":"http://localhost:3000/cms/jsonapi/node/article"}',
    );
    expect(site.prefix).toBe('/api');
  });
});
