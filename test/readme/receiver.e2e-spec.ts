import { generateWebhookSecret, signWebhook } from '@content-service/webhooks';
import { ExampleReceiver } from '../support/example-receiver.js';

const LINES_MAXIMUM = 6;

describe('the receiver in docs/webhooks.md', () => {
  const secret = generateWebhookSecret('v1');
  let receiver: ExampleReceiver;
  let url: string;
  beforeAll(async () => {
    url = await ExampleReceiver.findUrl();
    receiver = await ExampleReceiver.start(url, secret);
  });
  afterAll(() => receiver.stop());

  it(`has ${LINES_MAXIMUM} lines at most`, () => {
    expect(ExampleReceiver.code.trim().split('\n').length).toBeLessThanOrEqual(LINES_MAXIMUM);
  });

  it('accepts signed calls and refuses others', async () => {
    const body = '{"type":"entry.created"}';
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signWebhook({ id: 'evt_1', timestamp, body }, { current: secret });
    const send = async (sent: string): Promise<number> =>
      (await fetch(url, { method: 'POST', headers: { ...headers }, body: sent })).status;

    expect([await send(body), await send(`${body} `)]).toEqual([204, 400]);

    expect(await receiver.stop()).toContain("type: 'entry.created'");
  });
});
