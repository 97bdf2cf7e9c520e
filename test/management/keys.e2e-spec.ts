import { ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

const KEYS = '/manage/keys';

interface Key {
  readonly kid: string;
  readonly state: string;
}

describe('/manage/keys', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  const list = async (): Promise<readonly Key[]> => (await manager.get(KEYS)).body.items as Key[];

  it('GET shows the public parts of the keys', async () => {
    const { body, text } = await manager.get(KEYS);

    expect(body.items[0]).toEqual({
      kid: expect.any(String),
      algorithm: 'ES256',
      state: 'current',
      createdAt: '2023-11-14T22:13:20+00:00',
      retiredAt: null,
      publicKey: {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: body.items[0].kid,
        use: 'sig',
        alg: 'ES256',
      },
    });
    expect(body.items.map(({ state }: Key) => state)).toEqual(['current', 'next']);
    expect(text).not.toMatch(/private|"d"/i);
  });

  it('POST rotates the keys, and tokens issued before stay valid', async () => {
    const [, next] = await list();

    const { status, body } = await manager.post(KEYS);

    const states = (body.items as Key[]).map(({ state }) => state);
    expect([status, states]).toEqual([200, ['current', 'next', 'retired']]);
    expect(body.items[0].kid).toBe(next?.kid);
    expect(await list()).toEqual(body.items);
  });

  it('a rotation is in the audit log', async () => {
    await manager.post(KEYS);

    const { body } = await manager.get('/manage/audit-log?limit=1&action=key.rotated');

    const [current] = await list();
    expect(body.items).toMatchObject([
      {
        who: { kind: 'client', clientId: manager.id },
        subject: { kind: 'key', id: current?.kid },
        details: { algorithm: 'ES256' },
      },
    ]);
  });

  it('is 401 without a token and 403 without site_settings:administer', async () => {
    const other = await site.withAllScopesExcept(SITE_SETTINGS);

    expect(formatProblem(await site.anonymous().post(KEYS))).toBe('401 token_required');
    expect(formatProblem(await other.post(KEYS))).toBe('403 scope_missing');
  });
});
