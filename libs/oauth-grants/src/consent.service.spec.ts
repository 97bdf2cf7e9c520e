import { sha256 } from '@content-service/kernel';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import { getRedirectParameters, Browser, CALLBACK, getPageError, getPrompt } from './browser.fixture.js';

const CHALLENGE = sha256('v'.repeat(43));

let browser: Browser;
beforeEach(async () => {
  browser = await Browser.open();
});

describe('the decision on a consent prompt', () => {
  const ended = {
    status: 400,
    error: 'invalid_request',
    hint: 'This request has ended, or was begun elsewhere: begin again at the application.',
  };

  it('is accepted once', async () => {
    const { id } = getPrompt(await browser.begin());
    await browser.decide(id, 'allow');

    expect(getPageError(await browser.decide(id, 'allow'))).toMatchObject(ended);
  });

  it('is accepted in the session of the prompt only, and an attempt in another session does not consume it', async () => {
    const { id } = getPrompt(await browser.begin());
    const mallory = { ...Browser.resourceOwner, sessionHash: 'session of Mallory' };

    expect(getPageError(await browser.decide(id, 'allow', mallory))).toMatchObject(ended);
    expect(await browser.decide(id, 'allow')).toMatchObject({ kind: 'redirect' });
  });

  it('is accepted within ten minutes', async () => {
    const { id } = getPrompt(await browser.begin());
    browser.server.clock.advance(600);

    expect(getPageError(await browser.decide(id, 'allow'))).toMatchObject(ended);
  });

  it.each<[string, object]>([
    ['disabled', { enabled: false }],
    ['no longer the owner of the redirect URI', { redirectUris: ['https://elsewhere.example/'] }],
  ])('is refused when the client is %s meanwhile', async (_, change) => {
    const { id } = getPrompt(await browser.begin());
    await browser.server.registry.update('news', change, OPERATOR_CONTEXT);

    const step = await browser.decide(id, 'allow');

    expect(getPageError(step)).toMatchObject({ status: 401, error: 'invalid_client' });
  });
});

describe('the consent prompt', () => {
  const asked = async (parameters: Readonly<Record<string, string>>) =>
    (await browser.begin(parameters)).kind === 'consent_required';

  it('is shown for every request by default', async () => {
    await browser.authorizeAndDecide();

    expect(await asked({})).toBe(true);
    expect(browser.server.consents.stored.size).toBe(0);
  });

  it('is shown once when the client has rememberConsent', async () => {
    await browser.authorizeAndDecide({ client_id: 'remembering' });

    const step = await browser.begin({ client_id: 'remembering', state: 'xyz' });

    expect(getRedirectParameters(step).with).toMatchObject({ code: expect.any(String), state: 'xyz' });
  });

  it('is shown again for further scopes, and the consent then covers all', async () => {
    await browser.authorizeAndDecide({ client_id: 'remembering', scope: 'member' });

    expect(await asked({ client_id: 'remembering', scope: 'content:administer' })).toBe(true);
    await browser.authorizeAndDecide({ client_id: 'remembering', scope: 'content:administer' });
    expect(await asked({ client_id: 'remembering', scope: 'content:administer member' })).toBe(false);
  });

  it('is shown again after a denial', async () => {
    await browser.authorizeAndDecide({ client_id: 'remembering' }, 'deny');

    expect(await asked({ client_id: 'remembering' })).toBe(true);
  });

  it.each<[string, (browser: Browser) => Promise<unknown>]>([
    [
      'the tokens of the client are revoked',
      ({ server }) => server.lifecycle.revokeTokens('remembering', OPERATOR_CONTEXT),
    ],
    [
      'the client is deleted and another gets its id',
      async ({ server }) => {
        const { label, rememberConsent } = await server.registry.get('remembering');
        await server.lifecycle.delete('remembering', OPERATOR_CONTEXT);
        const next = { label, rememberConsent, allowedScopes: ['member'], redirectUris: [CALLBACK] };
        await server.registry.register(next, OPERATOR_CONTEXT, { id: 'remembering' });
      },
    ],
  ])('is shown again when %s, which is recorded in the audit log', async (_, task) => {
    await browser.authorizeAndDecide({ client_id: 'remembering' });

    await task(browser);

    expect(await asked({ client_id: 'remembering' })).toBe(true);
    expect(browser.server.audit.events).toContainEqual(
      expect.objectContaining({ action: 'consent.revoked', details: { consents: 1 } }),
    );
  });

  it('is shown to each user', async () => {
    await browser.authorizeAndDecide({ client_id: 'remembering' });
    const bob = {
      ...Browser.resourceOwner,
      ...{ userId: '0191d2c0-0000-7000-8000-000000000b0b', sessionHash: 'session of Bob' },
    };
    browser.server.users.scopesByUser.set(bob.userId, ScopeSet.of('member'));

    expect(await browser.begin({ client_id: 'remembering' }, bob)).toMatchObject({
      kind: 'consent_required',
    });
  });

  it('is shown for every request of a client that other programs can impersonate', async () => {
    const app = {
      client_id: 'app',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:8080/',
    };
    await browser.authorizeAndDecide(app);

    expect(await asked(app)).toBe(true);
    expect(await asked({ ...app, redirect_uri: CALLBACK })).toBe(false);
  });
});
