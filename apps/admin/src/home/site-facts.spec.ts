import { getSetupSteps, getSiteWarnings, type SiteFacts } from './site-facts.js';

const NOW = Date.parse('2026-06-01T00:00:00Z');

/** The facts of a new site with one administrator. */
const NEW_SITE = {
  model: {
    bundles: [{ entityType: 'user', entries: 1 }],
    entityTypes: [{ name: 'user', writable: false, creatable: false }],
  },
  jsonApi: { publicAccess: false, allowedOperations: 'read_only' },
  cors: { allowedOrigins: ['*'] },
  clients: [],
  users: [{ role: 'administrator', enabled: true }],
  roles: [{ name: 'administrator', scopes: ['site_settings:administer'] }],
  keys: [{ state: 'current', createdAt: '2026-05-01T00:00:00Z' }],
} as unknown as SiteFacts;

const withFacts = (facts: object): SiteFacts => ({ ...NEW_SITE, ...facts });

const client = (label: string, facts: object = {}) => ({
  label,
  enabled: true,
  createdAt: '2026-01-01T00:00:00Z',
  lastUsedAt: null,
  ...facts,
});

describe('getSetupSteps', () => {
  const done = (facts: object): readonly string[] =>
    getSetupSteps(withFacts(facts))
      .filter(({ isDone }) => isDone)
      .map(({ label }) => label);

  it('has no step done on a new site', () => {
    expect(done({})).toEqual([]);
  });

  it.each([
    ['Allow writing', { jsonApi: { allowedOperations: 'read_write' } }],
    ['Connect a website or an app', { clients: [client('Site', { lastUsedAt: '2026-05-31T00:00:00Z' })] }],
    [
      'Name the websites that may call from browsers',
      { cors: { allowedOrigins: ['https://www.example.com'] } },
    ],
    ['Add a second administrator', { users: [1, 2].map(() => ({ role: 'administrator', enabled: true })) }],
  ])('ticks «%s»', (label, facts) => {
    expect(done(facts)).toEqual([label]);
  });

  it('ticks the type and the first entry by the types that can be written', () => {
    const model = (entries: number) => ({
      entityTypes: [{ name: 'node', writable: true, creatable: true }],
      bundles: [{ entityType: 'node', entries }],
    });

    expect(done({ model: model(0) })).toEqual(['Create a type']);
    expect(done({ model: model(1) })).toEqual(['Create a type', 'Write the first entry']);
  });

  it('does not count disabled administrators', () => {
    const users = [
      { role: 'administrator', enabled: true },
      { role: 'administrator', enabled: false },
    ];

    expect(done({ users })).toEqual([]);
  });
});

describe('getSiteWarnings', () => {
  const texts = (facts: object): readonly string[] =>
    getSiteWarnings(withFacts(facts), NOW).map(({ text }) => text);

  it('has none for a new site', () => {
    expect(texts({})).toEqual([]);
  });

  it('names public access together with open CORS', () => {
    const jsonApi = { publicAccess: true };

    expect(texts({ jsonApi })).toHaveLength(1);
    expect(texts({ jsonApi, cors: { allowedOrigins: ['https://www.example.com'] } })).toEqual([]);
  });

  it('names enabled clients that were not used for 90 days', () => {
    const clients = [
      ...['One', 'Two', 'Three', 'Four', 'Five'].map((label) => client(label)),
      client('Used', { lastUsedAt: '2026-05-31T00:00:00Z' }),
      client('New', { createdAt: '2026-05-31T00:00:00Z' }),
      client('Disabled', { enabled: false }),
    ];

    expect(texts({ clients })[0]).toContain('One, Two, Three and 2 more');
    expect(texts({ clients })[0]).not.toMatch(/Used,|New|Disabled/);
  });

  it('names an active signing key that is older than a year', () => {
    const createdAt = '2025-05-01T00:00:00Z';

    expect(texts({ keys: [{ state: 'current', createdAt }] })).toHaveLength(1);
    expect(texts({ keys: [{ state: 'retired', createdAt }] })).toEqual([]);
  });
});
