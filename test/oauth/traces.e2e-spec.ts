import { AuditTrail } from '@content-service/audit';
import type { ApiClient } from '@content-service/oauth-clients';
import { CALLBACK, OAuthSite, SECRET } from '../support/oauth-site.js';

let site: OAuthSite;
let client: ApiClient;
beforeAll(async () => {
  site = await OAuthSite.start();
  client = await site.client({ rememberConsent: true });
});
afterAll(() => site.stop());

/** What was done to the client, by it, or by its user, the latest last. */
async function eventsOf(actor: string) {
  const { events } = await site.app.nest.get(AuditTrail).page({ actor }, 50);
  return events.toReversed();
}

const token = (form: Readonly<Record<string, string>>) => site.post('/oauth/token', client, form);

describe('the audit log', () => {
  it('tells who granted what, and every token that came of it, and none of the secrets', async () => {
    const user = await site.user();
    const code = await site.code(client, { scope: 'member' }, user);
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const { body: first } = await token(exchange);
    const renewal = { grant_type: 'refresh_token', refresh_token: String(first.refresh_token) };
    const { body: second } = await token(renewal);
    await token(renewal);
    await site.post('/oauth/revoke', client, { token: String(second.refresh_token) });

    const ofUser = await eventsOf(user.id);
    const ofClient = await eventsOf(client.id);

    const [by, from] = [{ kind: 'user', userId: user.id, clientId: client.id }, expect.stringMatching(/./)];
    const issued = { action: 'token.issued', who: by, from };
    expect(ofUser).toMatchObject([
      {
        action: 'consent.given',
        who: { kind: 'user', userId: user.id },
        subject: { kind: 'client', id: client.id },
        details: { scopes: ['member'] },
      },
      { ...issued, details: { grant: 'authorization_code', scopes: ['member'] } },
      { ...issued, details: { grant: 'refresh_token', scopes: ['member'] } },
    ]);
    expect(ofClient.slice(-2)).toMatchObject([
      {
        action: 'token.reused',
        who: { kind: 'client', clientId: client.id },
        details: { grant: 'refresh_token' },
      },
      { action: 'token.revoked', who: { kind: 'client', clientId: client.id } },
    ]);
    const written = JSON.stringify([...ofUser, ...ofClient]);
    const answers: readonly (string | Record<string, unknown>)[] = [code, SECRET, first, second];
    const secrets = answers.flatMap((value) =>
      typeof value === 'string' ? [value] : Object.values(value).filter((text) => String(text).length > 20),
    );
    expect(secrets).toHaveLength(6);
    for (const secret of secrets) expect(written).not.toContain(secret);
  });

  it('does not tell of requests that were refused for what they said', async () => {
    const before = (await eventsOf(client.id)).length;

    await token({ grant_type: 'client_credentials', scope: 'nonsense' });
    await token({ grant_type: 'authorization_code', code: 'nonsense', redirect_uri: CALLBACK });

    expect(await eventsOf(client.id)).toHaveLength(before);
  });
});
