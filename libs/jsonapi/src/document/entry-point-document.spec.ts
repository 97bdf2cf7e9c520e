import { ANONYMOUS, ScopeSet } from '@content-service/scopes';
import { context, idOf, site } from '../articles.fixture.js';
import { entryPointDocument } from './entry-point-document.js';

const api = 'https://cms.example/api';

describe('entryPointDocument', () => {
  it('lists the collection of every resource type', () => {
    expect(JSON.parse(entryPointDocument(ANONYMOUS, context))).toEqual({
      jsonapi: { version: '1.1' },
      data: [],
      links: {
        self: { href: api },
        'file--file': { href: `${api}/file/file` },
        'user--user': { href: `${api}/user/user` },
        'node--article': { href: `${api}/node/article` },
        'taxonomy_term--tags': { href: `${api}/taxonomy_term/tags` },
      },
    });
  });

  it('shows a user the way to their own profile', () => {
    const user = { kind: 'user', userId: idOf('e', 1), clientId: 'app', scopes: ScopeSet.none } as const;

    expect(JSON.parse(entryPointDocument(user, context))).toHaveProperty('meta.links.me', {
      href: `${api}/user/user/${idOf('e', 1)}`,
      meta: { id: idOf('e', 1) },
    });
  });

  it('begins links with the site it is on', () => {
    const headless = { baseUrl: 'http://localhost:3000/cms', prefix: '/jsonapi' };

    expect(entryPointDocument(ANONYMOUS, { ...context, site: headless })).toContain(
      '"node--article":{"href":"http://localhost:3000/cms/jsonapi/node/article"}',
    );
    expect(site.prefix).toBe('/api');
  });
});
