import { ManagedSite, type ManagementClient } from './managed-site.js';
import { Receiver } from './receiver.js';

const WEBHOOKS = '/manage/webhooks';

/** A webhook as it was created. */
export interface CreatedWebhook {
  readonly id: string;
  readonly secret: string;
  /** The path of its receiver. */
  readonly path: string;
}

/** A managed site, and a receiver on this machine that its webhooks may call. */
export class WebhookSite {
  private created = 0;

  private constructor(
    readonly site: ManagedSite,
    readonly manager: ManagementClient,
    readonly receiver: Receiver,
  ) {}

  /** @param prepare changes the site before the manager gets a token */
  static async start(prepare: (site: ManagedSite) => void = () => undefined): Promise<WebhookSite> {
    const site = await ManagedSite.start({
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    prepare(site);
    return new WebhookSite(site, await site.administrator(), await Receiver.start());
  }

  async stop(): Promise<void> {
    await this.site.stop();
    await this.receiver.stop();
  }

  /** A path of the receiver that nothing else calls. */
  nextPath(): string {
    return `/hook-${++this.created}`;
  }

  /** Creates a webhook with a path of its own. */
  async create(members: object = {}, client = this.manager): Promise<CreatedWebhook> {
    const path = this.nextPath();
    const url = this.receiver.url(path);
    const answer = await client.post(WEBHOOKS, { label: 'Search', url, ...members });
    expect(answer.status).toBe(201);
    return { ...(answer.body as CreatedWebhook), path };
  }

  async deleteAll(): Promise<void> {
    const { body } = await this.manager.get(WEBHOOKS);
    for (const { id } of body.items as CreatedWebhook[]) await this.manager.delete(`${WEBHOOKS}/${id}`);
  }
}
