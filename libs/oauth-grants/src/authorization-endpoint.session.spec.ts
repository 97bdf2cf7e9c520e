import { isCodeRevoked } from './authorization-code.service.js';
import { ALICE, Browser, getPageError, getPrompt, getRedirectParameters } from './browser.fixture.js';

let browser: Browser;
beforeEach(async () => {
  browser = await Browser.open();
});

describe('AuthorizationEndpoint with a session that ends after it was read', () => {
  const endSession = (): void => {
    browser.server.sessions.isActive = async (idHash) => idHash !== Browser.resourceOwner.sessionHash;
  };

  it('authorize returns login_required, also with a remembered consent', async () => {
    await browser.authorizeAndDecide({ client_id: 'remembering' });
    browser.server.codes.stored.clear();
    endSession();

    expect(await browser.begin({ client_id: 'remembering' })).toEqual({ kind: 'login_required' });
    expect(browser.server.codes.stored.size).toBe(0);
  });

  it('decide is access_denied', async () => {
    const { id } = getPrompt(await browser.begin());
    endSession();

    expect(getPageError(await browser.decide(id, 'allow'))).toMatchObject({ error: 'access_denied' });
    expect(browser.server.codes.stored.size).toBe(0);
  });

  it('the code is revoked when the user is changed right after the check', async () => {
    const { id } = getPrompt(await browser.begin());
    browser.server.sessions.isActive = async () => {
      await browser.server.families.revokeAllForOwner({ userId: ALICE });
      return true;
    };

    const code = browser.getIssuedCode(await browser.decide(id, 'allow'));

    expect(isCodeRevoked(code, browser.server.revocations)).toBe(true);
  });
});

describe('AuthorizationEndpoint with a session whose password was verified some time ago', () => {
  const REAUTHENTICATION_REQUIRED = { kind: 'reauthentication_required' };
  const ADMINISTRATIVE = { scope: 'content:administer' };

  it('returns reauthentication_required for a scope that administers after ten minutes, also with a remembered consent', async () => {
    await browser.authorizeAndDecide({ client_id: 'remembering' });
    browser.server.clock.advance(600);
    expect(await browser.begin(ADMINISTRATIVE)).toMatchObject({ kind: 'consent_required' });
    browser.server.clock.advance(1);

    expect(await browser.begin(ADMINISTRATIVE)).toEqual(REAUTHENTICATION_REQUIRED);
    expect(await browser.begin({ client_id: 'remembering' })).toEqual(REAUTHENTICATION_REQUIRED);
    expect(await browser.begin({ scope: 'member' })).toMatchObject({ kind: 'consent_required' });
  });

  it('a decision for a scope that administers is access_denied after ten minutes, and may be a denial', async () => {
    const { id } = getPrompt(await browser.begin(ADMINISTRATIVE));
    const denied = getPrompt(await browser.begin(ADMINISTRATIVE));
    browser.server.clock.advance(599);
    const { id: member } = getPrompt(await browser.begin({ scope: 'member' }));
    const { id: late } = getPrompt(await browser.begin(ADMINISTRATIVE));
    expect(await browser.decide(id, 'allow')).toMatchObject({ kind: 'redirect' });
    expect(await browser.decide(denied.id, 'deny')).toMatchObject({ kind: 'redirect' });
    browser.server.codes.stored.clear();
    browser.server.clock.advance(2);

    expect(getPageError(await browser.decide(late, 'allow'))).toMatchObject({
      error: 'access_denied',
      hint: 'Your password was entered too long ago for these permissions: begin again at the application.',
    });
    expect(browser.server.codes.stored.size).toBe(0);
    expect(await browser.decide(member, 'allow')).toMatchObject({ kind: 'redirect' });
  });

  it('returns reauthentication_required after more seconds than max_age, whatever the scopes', async () => {
    browser.server.clock.advance(30);

    expect(await browser.begin({ scope: 'member', max_age: '30' })).toMatchObject({
      kind: 'consent_required',
    });
    expect(await browser.begin({ scope: 'member', max_age: '29' })).toEqual(REAUTHENTICATION_REQUIRED);
    expect(await browser.begin({ scope: 'member', max_age: '0' })).toEqual(REAUTHENTICATION_REQUIRED);
  });

  it.each(['-1', '1.5', '1e3', 'soon'])('redirects with invalid_request for max_age=%s', async (max_age) => {
    expect(getRedirectParameters(await browser.begin({ max_age })).with).toMatchObject({
      error: 'invalid_request',
      hint: 'The parameter max_age must be a whole number of seconds.',
    });
  });
});
