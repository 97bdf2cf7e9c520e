import type { INestApplicationContext } from '@nestjs/common';
import { AccountAdministrationService, AccountService, PreferenceStore } from '@content-service/accounts';
import {
  ClientIdTaken,
  ClientRegistry,
  ClientStore,
  FIRST_PARTY_CLIENT_ID,
} from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { parseConfig } from '../../platform/config/config.js';
import { createServices } from '../create-app.js';
import { SiteBootstrap } from './site-bootstrap.js';

describe('the first start', () => {
  it('yields the administrator before it creates the client, which may fail', async () => {
    const initialClient = { id: FIRST_PARTY_CLIENT_ID, secret: 's'.repeat(43) };
    const services = await createServices(
      Object.assign(parseConfig({ DATABASE_URL: 'memory:' }), { initialClient }),
    );
    const steps = services.get(SiteBootstrap).run();

    const administrator = await steps.next();

    expect(administrator.value).toEqual({
      kind: 'administrator',
      name: 'admin',
      password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/),
    });
    await expect(steps.next()).rejects.toThrow(ClientIdTaken);
    await services.close();
  });

  const start = async (services: INestApplicationContext): Promise<readonly string[]> => {
    const kinds: string[] = [];
    for await (const { kind } of services.get(SiteBootstrap).run()) kinds.push(kind);
    return kinds;
  };
  const BOTH = ['administrator', 'client'];

  it('is over for good: later starts create nothing, even if all users and clients are deleted', async () => {
    const services = await createServices(parseConfig({ DATABASE_URL: 'memory:' }));
    expect(await start(services)).toEqual(BOTH);
    await deleteCredentials(services);

    expect(await start(services)).toEqual([]);
    await services.close();
  });

  it('of a site of a version that did not store it creates nothing, then or later', async () => {
    const services = await createServices(parseConfig({ DATABASE_URL: 'memory:' }));
    await start(services);
    await services.get(PreferenceStore).deleteByOwner(':site');
    for (const { id } of (await services.get(AccountService).list({ limit: 9 })).users)
      await services.get(AccountAdministrationService).delete(id, OPERATOR_CONTEXT);

    expect(await start(services)).toEqual([]);
    await deleteCredentials(services);
    expect(await start(services)).toEqual([]);
    await services.close();
  });

  it('goes on after an end between the administrator and the client', async () => {
    const services = await createServices(parseConfig({ DATABASE_URL: 'memory:' }));
    await services.get(SiteBootstrap).run().next();

    expect(await start(services)).toEqual(['client']);
    expect(await start(services)).toEqual([]);
    await services.close();
  });

  it('in two processes at once creates one administrator and one client', async () => {
    const services = await createServices(parseConfig({ DATABASE_URL: 'memory:' }));
    // Both look before either has created one.
    services.get(ClientRegistry).list = () => Promise.resolve([]);

    const kinds = await Promise.all([start(services), start(services)]);

    expect(kinds.flat().sort()).toEqual(BOTH);
    expect(await services.get(ClientStore).list()).toHaveLength(1);
    await services.close();
  });

  it('sets the rate limits of INITIAL_RATE_LIMITS at the first start only', async () => {
    const services = await createServices(
      parseConfig({ DATABASE_URL: 'memory:', INITIAL_RATE_LIMITS: 'recommended' }),
    );
    const settings = services.get(SiteSettingsService);

    for await (const one of services.get(SiteBootstrap).run()) expect(one).toBeDefined();
    expect(settings.current().rateLimits).toBe('recommended');

    await settings.change({ rateLimits: 'none' }, OPERATOR_CONTEXT);
    for await (const one of services.get(SiteBootstrap).run()) expect(one).toBeUndefined();
    expect(settings.current().rateLimits).toBe('none');
    await services.close();
  });
});

async function deleteCredentials(services: INestApplicationContext): Promise<void> {
  for (const { id } of (await services.get(AccountService).list({ limit: 9 })).users)
    await services.get(AccountAdministrationService).delete(id, OPERATOR_CONTEXT);
  for (const { id } of await services.get(ClientRegistry).list())
    await services.get(ClientRegistry).delete(id, OPERATOR_CONTEXT);
}
