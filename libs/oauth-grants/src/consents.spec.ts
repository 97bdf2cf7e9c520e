import { sha256 } from '@content-service/kernel';
import { OPERATOR, ScopeSet } from '@content-service/scopes';
import { answerIn, Browser, CALLBACK, pageIn, questionIn } from './browser.fixture.js';

const CHALLENGE = sha256('v'.repeat(43));

let browser: Browser;
beforeEach(async () => {
  browser = await Browser.open();
});

describe('the decision', () => {
  const ended = {
    status: 400,
    error: 'invalid_request',
    hint: 'This request has ended, or was begun elsewhere: begin again at the application.',
  };

  it('is made once', async () => {
    const { id } = questionIn(await browser.begin());
    await browser.decide(id, 'allow');

    expect(pageIn(await browser.decide(id, 'allow'))).toMatchObject(ended);
  });

  it('is made in the session in which the question was asked, and another cannot spoil it', async () => {
    const { id } = questionIn(await browser.begin());
    const mallory = { ...Browser.visitor, sessionHash: 'session of Mallory' };

    expect(pageIn(await browser.decide(id, 'allow', mallory))).toMatchObject(ended);
    expect(await browser.decide(id, 'allow')).toMatchObject({ kind: 'redirect' });
  });

  it('is made within ten minutes', async () => {
    const { id } = questionIn(await browser.begin());
    browser.server.clock.turn(600);

    expect(pageIn(await browser.decide(id, 'allow'))).toMatchObject(ended);
  });

  it.each<[string, object]>([
    ['disabled', { enabled: false }],
    ['no longer the owner of the redirect URI', { redirectUris: ['https://elsewhere.example/'] }],
  ])('leads nowhere when the client is %s meanwhile', async (_, change) => {
    const { id } = questionIn(await browser.begin());
    await browser.server.registry.update('news', change, OPERATOR);

    const step = await browser.decide(id, 'allow');

    expect(pageIn(step)).toMatchObject({ status: 401, error: 'invalid_client' });
  });
});

describe('a consent', () => {
  const asked = async (parameters: Readonly<Record<string, string>>) =>
    (await browser.begin(parameters)).kind === 'needs consent';

  it('is asked for every time', async () => {
    await browser.go();

    expect(await asked({})).toBe(true);
    expect(browser.server.consents.shelf.size).toBe(0);
  });

  it('is asked for once when the client is set so', async () => {
    await browser.go({ client_id: 'remembering' });

    const step = await browser.begin({ client_id: 'remembering', state: 'xyz' });

    expect(answerIn(step).with).toMatchObject({ code: expect.any(String), state: 'xyz' });
  });

  it('is asked for again when there are more scopes, and then covers all of them', async () => {
    await browser.go({ client_id: 'remembering', scope: 'member' });

    expect(await asked({ client_id: 'remembering', scope: 'content:administer' })).toBe(true);
    await browser.go({ client_id: 'remembering', scope: 'content:administer' });
    expect(await asked({ client_id: 'remembering', scope: 'content:administer member' })).toBe(false);
  });

  it('is not remembered when it was denied', async () => {
    await browser.go({ client_id: 'remembering' }, 'deny');

    expect(await asked({ client_id: 'remembering' })).toBe(true);
  });

  it.each<[string, (browser: Browser) => Promise<unknown>]>([
    [
      'the tokens of the client are revoked',
      ({ server }) => server.lifecycle.revokeTokens('remembering', OPERATOR),
    ],
    [
      'the client is deleted and another gets its id',
      async ({ server }) => {
        const { label, rememberConsent } = await server.registry.get('remembering');
        await server.lifecycle.delete('remembering', OPERATOR);
        const next = { label, rememberConsent, allowedScopes: ['member'], redirectUris: [CALLBACK] };
        await server.registry.register(next, OPERATOR, { id: 'remembering' });
      },
    ],
  ])('is asked for again when %s, which leaves a trace', async (_, act) => {
    await browser.go({ client_id: 'remembering' });

    await act(browser);

    expect(await asked({ client_id: 'remembering' })).toBe(true);
    expect(browser.server.audit.events).toContainEqual(
      expect.objectContaining({ action: 'consent.revoked', details: { consents: 1 } }),
    );
  });

  it('is one user’s own', async () => {
    await browser.go({ client_id: 'remembering' });
    const bob = { userId: '0191d2c0-0000-7000-8000-000000000b0b', sessionHash: 'session of Bob' };
    browser.server.users.shelf.set(bob.userId, ScopeSet.of('member'));

    expect(await browser.begin({ client_id: 'remembering' }, bob)).toMatchObject({ kind: 'needs consent' });
  });

  it('is asked for every time where any program could take the place of the client', async () => {
    const app = {
      client_id: 'app',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:8080/',
    };
    await browser.go(app);

    expect(await asked(app)).toBe(true);
    expect(await asked({ ...app, redirect_uri: CALLBACK })).toBe(false);
  });
});
