import { isCodeRevoked } from './authorization-code.service.js';
import { ALICE, Browser, getPageError, getPrompt } from './browser.fixture.js';

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
    browser.server.codes.records.clear();
    endSession();

    expect(await browser.begin({ client_id: 'remembering' })).toEqual({ kind: 'login_required' });
    expect(browser.server.codes.records.size).toBe(0);
  });

  it('decide is access_denied', async () => {
    const { id } = getPrompt(await browser.begin());
    endSession();

    expect(getPageError(await browser.decide(id, 'allow'))).toMatchObject({ error: 'access_denied' });
    expect(browser.server.codes.records.size).toBe(0);
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
