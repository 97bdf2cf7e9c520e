import { ClientIdTaken, FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { parseConfig } from '../config/config.js';
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
