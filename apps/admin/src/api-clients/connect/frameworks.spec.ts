import { formatEnvironment, formatFirstQuery, FRAMEWORKS, getFramework, getGrants } from './frameworks.js';

const CREDENTIALS = { id: 'website', secret: 's3cret' };
const ARTICLES = { type: 'node--article', labelField: 'title' };

describe('formatEnvironment', () => {
  it.each([
    ['next', 'CONTENT_SERVICE_URL', 'AUTH_CONTENT_SERVICE_ID', 'AUTH_CONTENT_SERVICE_SECRET'],
    ['next-drupal', 'NEXT_PUBLIC_DRUPAL_BASE_URL', 'DRUPAL_CLIENT_ID', 'DRUPAL_CLIENT_SECRET'],
    [
      'nuxt',
      'NUXT_CONTENT_SERVICE_URL',
      'NUXT_CONTENT_SERVICE_CLIENT_ID',
      'NUXT_CONTENT_SERVICE_CLIENT_SECRET',
    ],
  ] as const)('has the names of %s', (name, url, id, secret) => {
    expect(formatEnvironment(getFramework(name), CREDENTIALS, 'https://cms.example.com')).toBe(
      `${url}=https://cms.example.com\n${id}=website\n${secret}=s3cret`,
    );
  });

  it('has no secret for an app in the browser', () => {
    expect(formatEnvironment(getFramework('vite'), { id: 'app' }, 'https://cms.example.com')).toBe(
      'VITE_CONTENT_SERVICE_URL=https://cms.example.com\nVITE_CONTENT_SERVICE_CLIENT_ID=app',
    );
  });

  it('exposes no secret under a prefix of variables for browsers', () => {
    const secrets = FRAMEWORKS.map(({ environment }) => environment.secret ?? '');

    expect(secrets.filter((name) => /^(NEXT_PUBLIC_|NUXT_PUBLIC_|PUBLIC_|VITE_)/.test(name))).toEqual([]);
  });
});

describe('formatFirstQuery', () => {
  it.each(FRAMEWORKS.map((framework) => [framework.name, framework] as const))(
    'reads the variables of %s and asks for the type',
    (_, framework) => {
      const query = formatFirstQuery(framework, ARTICLES);

      expect(query).toContain(framework.readVariable(framework.environment.url));
      if (framework.environment.secret !== undefined)
        expect(query).toContain(framework.readVariable(framework.environment.secret));
      expect(query).toMatch(/node\/article|node--article/);
      expect(query).toContain('title');
    },
  );
});

describe('getGrants', () => {
  it('lets only programs with a secret act for themselves', () => {
    expect(getGrants(getFramework('script'), false)).toEqual(['client_credentials']);
    expect(getGrants(getFramework('vite'), true)).toEqual(['authorization_code', 'refresh_token']);
  });
});
