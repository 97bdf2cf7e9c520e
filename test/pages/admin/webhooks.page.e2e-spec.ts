import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { eventually, expectSoon } from '../../support/eventually.js';
import { Receiver } from '../../support/receiver.js';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';

let receiver: Receiver;
let site: AdminSite;
beforeAll(async () => {
  receiver = await Receiver.start();
  site = await AdminSite.startWith({
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: '1',
  });
  await site.allowWriting();
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields: [] });
});
afterEach(() => site.closePages());
afterAll(async () => {
  await site.stop();
  await receiver.stop();
});
beforeEach(() => {
  receiver.respond = () => 204;
});

const createNote = async (): Promise<void> => {
  await (await site.client()).create('node--note', { attributes: { title: 'Trams' } });
};

const createWebhook = async (label: string, members: object = {}): Promise<string> => {
  const url = receiver.url(`/${label}`);
  const definition = { label, url, visibility: 'content', ...members };
  return ((await site.manage('POST', '/webhooks', definition)) as { id: string }).id;
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('webhooks screen', () => {
  it('says what to do without webhooks', async () => {
    const { page } = await site.openSignedIn('/webhooks');

    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('link', { name: 'New webhook' }).click();

    await page.getByRole('heading', { name: 'New webhook' }).waitFor();
  });

  it('creates a webhook, shows its secret once and sends a signed test', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/webhooks/new');

    await page.getByRole('textbox', { name: 'Name' }).fill('Search');
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://search.example');
    await page.getByRole('button', { name: 'Only some events' }).click();
    await page.getByRole('checkbox', { name: 'An unpublished entry was published.' }).check();
    await page.getByRole('button', { name: 'What is sent, and how' }).click();
    await button(page, 'Add a header field').click();
    await page.getByRole('textbox', { name: 'Name of header field 1' }).fill('Authorization');
    await page.getByRole('textbox', { name: 'Value of header field 1' }).fill('Bearer abc');
    await button(page, 'Create webhook').click();
    await page.getByText('URL must begin with https://.').waitFor();
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url('/search'));
    await button(page, 'Create webhook').click();
    await page.getByText('Copy the secret now').waitFor();
    const secret = await page.getByText(/^whsec_/).innerText();
    await button(page, 'I have copied it').click();
    await button(page, 'Send a test').click();
    await page.getByText('The test arrived').waitFor();

    const [call] = receiver.of('/search');
    expect(new Webhook(secret).verify(call?.body ?? '', call?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
    });
    expect(call?.headers).toMatchObject({ authorization: 'Bearer abc' });
    await page.getByText('Request', { exact: true }).click();
    await page.getByText('Authorization: (not shown)').waitFor();
    await page.getByText('"type": "webhook.test"').waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'What is sent, and how' }).click();
    await page.getByText('Authorization', { exact: true }).waitFor();
    await expectSoon(() => page.getByText('Bearer abc').count()).toBe(0);
    await expectSoon(() => page.getByText(secret).count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });

  it('shows the state, the last call and the failure rate', async () => {
    receiver.respond = ({ path }) => (path === '/failing' ? 503 : 204);
    await createWebhook('failing');
    await createNote();
    const { page, consoleErrors } = await site.openSignedIn('/webhooks');
    const row = page.getByRole('row').filter({ hasText: 'failing' });

    await eventually(async () => {
      await page.reload();
      await row.getByText('HTTP 503').waitFor();
      return (await row.getByRole('img', { name: /1 of 1 failed \(100 %\)/ }).count()) === 1;
    });

    expect(consoleErrors).toEqual([]);
  });
});

describe('webhook screen', () => {
  it('changes the definition and keeps the stored header fields', async () => {
    const id = await createWebhook('build', { headers: { 'X-Build': 'main' } });
    const { page, consoleErrors } = await site.openSignedIn(`/webhooks/${id}?tab=settings`);

    await page.getByRole('button', { name: 'What is sent, and how' }).click();
    await page.getByRole('radio', { name: 'Type and id only' }).check();
    await page.getByRole('textbox', { name: 'Calls at the same time' }).fill('99');
    await page.getByRole('textbox', { name: 'Calls per second' }).fill('20');
    await button(page, 'Save').click();
    await page.getByText('Calls at the same time must be from 1 to 32.').waitFor();
    await page.getByRole('textbox', { name: 'Calls at the same time' }).fill('2');
    await button(page, 'Save').click();
    await waitForNotification(page, 'Saved');

    await expectSoon(() => site.manage('GET', `/webhooks/${id}`)).toMatchObject({
      payload: 'thin',
      maxConcurrency: 2,
      maxPerSecond: 20,
      headerNames: ['X-Build'],
    });
    expect(consoleErrors).toEqual([]);
  });

  it('rotates the secret, disables, enables and deletes', async () => {
    const id = await createWebhook('rotated');
    const { page, consoleErrors } = await site.openSignedIn(`/webhooks/${id}`);

    await button(page, 'New secret').click();
    await confirm(page, 'Make secret');
    await page.getByText(/^whsec_/).waitFor();
    await button(page, 'I have copied it').click();
    await button(page, 'Disable').click();
    await confirm(page, 'Disable webhook');
    await waitForNotification(page, 'The webhook is disabled');
    await button(page, 'Enable').click();
    await waitForNotification(page, 'The webhook is enabled');
    await button(page, 'Send missed events').waitFor();
    await button(page, 'Do not send').click();
    await button(page, 'Delete').click();
    await confirm(page, 'Delete webhook');
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor();

    await expectSoon(async () => JSON.stringify(await site.manage('GET', '/webhooks'))).not.toContain(id);
    expect(consoleErrors).toEqual([]);
  });

  it('is called failing after repeated failures, not after the first', async () => {
    receiver.respond = ({ path }) => (path === '/shaky' ? 503 : 204);
    const id = await createWebhook('shaky', { types: ['entry.created'] });
    const countFailures = async (): Promise<number> =>
      ((await site.manage('GET', `/webhooks/${id}`)) as { circuit: { failures: number } }).circuit.failures;
    await createNote();
    await eventually(async () => (await countFailures()) === 2);
    const { page } = await site.openSignedIn(`/webhooks/${id}`);
    await page.getByText('active', { exact: true }).waitFor();
    await createNote();
    await eventually(async () => (await countFailures()) > 2);

    await page.reload();

    await page.getByText('failing', { exact: true }).waitFor();
    await page.getByText('Calls fail', { exact: true }).waitFor();
  });

  it('says why the service disabled a webhook', async () => {
    receiver.respond = ({ path }) => (path === '/gone' ? 410 : 204);
    const id = await createWebhook('gone');
    await createNote();
    await eventually(
      async () => !((await site.manage('GET', `/webhooks/${id}`)) as { enabled: boolean }).enabled,
    );

    const { page } = await site.openSignedIn(`/webhooks/${id}`);

    await page.getByText('The receiver answered 410 (Gone)').waitFor();
  });
});

describe('the form of a webhook', () => {
  it('is short, and opens what a refused save is about', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/webhooks/new');
    const rate = page.getByRole('textbox', { name: 'Calls at the same time' });
    await page.getByRole('button', { name: 'Only some events' }).waitFor();
    const height = await page.evaluate<number>('document.querySelector("main").scrollHeight');

    await page.getByRole('textbox', { name: 'Name' }).fill('Fast');
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url('/fast'));
    await page.getByRole('button', { name: 'What is sent, and how' }).click();
    await rate.fill('99');
    await page.getByRole('button', { name: 'What is sent, and how' }).click();
    await button(page, 'Create webhook').click();

    await rate.and(page.locator(':focus')).waitFor();
    expect(height).toBeLessThan(1200);
    expect(consoleErrors).toEqual([]);
  });
});

describe('deliveries of a webhook', () => {
  it('appear while the page is open, with the title of their entry', async () => {
    const id = await createWebhook('live');
    const { page, consoleErrors } = await site.openSignedIn(`/webhooks/${id}`);
    await page.getByText('No deliveries yet').waitFor();

    await createNote();

    await page.getByText('Trams · node--note').first().waitFor();
    await page.getByText('delivered', { exact: true }).first().waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('are listed by state, shown as a timeline of attempts, and redelivered', async () => {
    receiver.respond = ({ path }) => (path === '/index' ? 500 : 204);
    const id = await createWebhook('index', { headers: { 'X-Key': 'hidden-key' } });
    await createNote();
    await eventually(async () => {
      const { items } = (await site.manage('GET', `/webhooks/${id}/deliveries?state=dead`)) as {
        items: unknown[];
      };
      return items.length === 1;
    });
    const { page, consoleErrors } = await site.openSignedIn(`/webhooks/${id}`);

    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Delivered' }).click();
    await page.getByText('No delivery matches the filters').waitFor();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.waitForURL(/state=dead/);
    await page.getByRole('link', { name: 'Created', exact: true }).click();
    const attempts = page.getByRole('region', { name: 'Attempts' });
    await attempts.getByText(/^1\. HTTP 500 after/).waitFor();
    await attempts.getByText(/^2\. HTTP 500 after/).waitFor();
    await attempts.getByText('No further attempts').waitFor();

    const [call] = receiver.of('/index');
    await attempts.getByText('Request', { exact: true }).first().click();
    await attempts.getByText(`webhook-signature: ${call?.headers['webhook-signature'] ?? ''}`).waitFor();
    await attempts.getByText('X-Key: (not shown)').waitFor();
    await attempts.getByText('"title": "Trams"').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy Body').click();
    await expectSoon(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(call?.body);

    receiver.respond = () => 204;
    await page.getByRole('button', { name: /^Redeliver/ }).click();
    await waitForNotification(page, 'The delivery starts again');
    await attempts.getByText(/HTTP 204 after/).waitFor();
    await page.getByText('delivered', { exact: true }).waitFor();
    expect(consoleErrors).toEqual([]);
  });
});
