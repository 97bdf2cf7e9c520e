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

/** The audit events about the client and of its user, oldest first. */
async function getEvents(actor: string) {
  const { events } = await site.app.nest.get(AuditTrail).getPage({ actor }, 50);
  return events.toReversed();
}

const token = (form: Readonly<Record<string, string>>) => site.post('/oauth/token', client, form);

describe('the audit log', () => {
  it('records grants and issued tokens with actor and scopes, without secrets', async () => {
    const user = await site.user();
    const code = await site.code(client, { scope: 'member' }, user);
    const codeRequest = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const { body: first } = await token(codeRequest);
    const renewal = { grant_type: 'refresh_token', refresh_token: String(first.refresh_token) };
    const { body: second } = await token(renewal);
    await token(renewal);
    // The reuse has ended the family of the second token, so that its revocation would change nothing.
    const ofOther = await site.code(client, { scope: 'member' }, await site.user());
    const { body: other } = await token({ ...codeRequest, code: ofOther });
    await site.post('/oauth/revoke', client, { token: String(other.refresh_token) });

    const ofUser = await getEvents(user.id);
    const ofClient = await getEvents(client.id);

    const actor = { kind: 'user', userId: user.id, clientId: client.id };
    const ipAddress: unknown = expect.stringContaining('127.0.0.1');
    const issued = { action: 'token.issued', actor, ipAddress };
    expect(ofUser).toMatchObject([
      {
        action: 'consent.given',
        actor: { kind: 'user', userId: user.id },
        subject: { kind: 'client', id: client.id },
        details: { scopes: ['member'] },
      },
      { ...issued, details: { grant: 'authorization_code', scopes: ['member'] } },
      { ...issued, details: { grant: 'refresh_token', scopes: ['member'] } },
    ]);
    const ends = ofClient.filter(({ action }) => ['token.reused', 'token.revoked'].includes(action));
    expect(ends).toMatchObject([
      {
        action: 'token.reused',
        actor: { kind: 'client', clientId: client.id },
        ipAddress,
        details: { grant: 'refresh_token' },
      },
      { action: 'token.revoked', actor: { kind: 'client', clientId: client.id }, ipAddress },
    ]);
    const written = JSON.stringify([...ofUser, ...ofClient]);
    const answers: readonly (string | Record<string, unknown>)[] = [code, SECRET, first, second];
    const secrets = answers.flatMap((value) =>
      typeof value === 'string' ? [value] : Object.values(value).filter((text) => String(text).length > 20),
    );
    expect(secrets).toHaveLength(6);
    for (const secret of secrets) expect(written).not.toContain(secret);
  });

  it('does not record requests refused as invalid', async () => {
    const before = (await getEvents(client.id)).length;

    await token({ grant_type: 'client_credentials', scope: 'nonsense' });
    await token({ grant_type: 'authorization_code', code: 'nonsense', redirect_uri: CALLBACK });

    expect(await getEvents(client.id)).toHaveLength(before);
  });
});
