import { ClientIdTaken, FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { configFrom } from './config.js';
import { createServices } from './create-app.js';
import { FirstStart } from './first-start.js';

describe('the first start', () => {
  it('gives the administrator before it makes the client, which may fail', async () => {
    const initialClient = { id: FIRST_PARTY_CLIENT_ID, secret: 's'.repeat(43) };
    const services = await createServices(
      Object.assign(configFrom({ DATABASE_URL: 'memory:' }), { initialClient }),
    );
    const steps = services.get(FirstStart).run();

    const administrator = await steps.next();

    expect(administrator.value).toEqual({
      kind: 'administrator',
      name: 'admin',
      password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/),
    });
    await expect(steps.next()).rejects.toThrow(ClientIdTaken);
    await services.close();
  });
});
