import { randomBytes } from 'node:crypto';
import { AccountStore } from '@content-service/accounts';
import { AuditLog } from '@content-service/audit';
import { EventLog } from '@content-service/events';
import { createJob, JobStore } from '@content-service/jobs';
import { UuidV7Generator } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { Storage } from '@content-service/storage';
import { createDelivery } from '@content-service/webhooks';
import { START } from '../support/article-site.js';
import { eventually } from '../support/eventually.js';
import type { ManagedSite, ManagementClient } from '../support/managed-site.js';
import type { Receiver } from '../support/receiver.js';

/** Objects of one transaction. */
const BATCH = 500;
/** Entries for each user and for each finished job. */
const ENTRIES_PER_OBJECT = 20;
/** How long the log of a large site takes to number its events. */
const PATIENCE_MS = 120_000;
const DAY_SECONDS = 86_400;

const ACTIONS = ['entry.created', 'entry.changed', 'entry.published'] as const;

/**
 * The objects of a site that are not entries: three audit lines and a delivery for each entry, and a user and a job for twenty.
 * The events of the entries are recorded with the entries.
 */
export class OtherObjects {
  readonly users: readonly string[];
  /** The webhook that has the deliveries. */
  webhook = '';
  readonly deliveries: string[] = [];
  /** The delivery that was attempted, and its attempt. */
  attempted = '';
  attempt = '';
  readonly jobs: string[] = [];
  private readonly ids = new UuidV7Generator();
  private readonly storage: Storage;

  constructor(
    private readonly size: number,
    private readonly site: ManagedSite,
    private readonly manager: ManagementClient,
    private readonly receiver: Receiver,
  ) {
    this.storage = site.app.nest.get(Storage);
    this.users = Array.from({ length: size / ENTRIES_PER_OBJECT }, () => this.ids.next());
  }

  /** Also waits until the events of all entries are in the log. */
  async insert(entries: readonly string[]): Promise<void> {
    await this.insertAuditLines(entries);
    await this.insertUsers();
    await this.insertJobs();
    this.webhook = await this.createWebhook();
    await this.attemptOne(entries);
    await this.insertDeliveries(entries);
    const log = this.site.app.nest.get(EventLog);
    await eventually(async () => (await log.bounds()).unsequenced === 0, PATIENCE_MS);
  }

  /** Creates a webhook. @returns its id */
  async createWebhook(): Promise<string> {
    const { status, body } = await this.manager.post('/manage/webhooks', {
      label: 'Search',
      url: this.receiver.url('/hook'),
      visibility: 'content',
    });
    expect(status).toBe(201);
    return (body as { id: string }).id;
  }

  /** Starts a session of a user. @returns its id */
  async startSession(userId: string): Promise<string> {
    const idHash = randomBytes(32).toString('base64url');
    const times = { startedAt: START, authenticatedAt: START, expiresAt: START + 9999 };
    await this.storage.sessions.start({ idHash, userId, accessEpoch: 1, ...times });
    return idHash;
  }

  /** Stores the consent of a user to a new API client. @returns the id of the client */
  async grant(userId: string): Promise<string> {
    const { id } = await this.site.oauth.client();
    await this.storage.consents.save({ userId, clientId: id, scope: 'member', grantedAt: START });
    return id;
  }

  private async insertAuditLines(entries: readonly string[]): Promise<void> {
    const log = this.site.app.nest.get(AuditLog);
    const actor = { kind: 'client', clientId: this.manager.id } as const;
    const lines = entries.flatMap((entry, n) =>
      ACTIONS.map((action) => ({
        ...{ id: this.ids.next(), occurredAt: START - n, action, actor },
        ...{ subject: { kind: 'entry', id: entry }, details: { type: 'node--article' } },
      })),
    );
    for (const part of split(lines)) await log.append(part);
  }

  private async insertUsers(): Promise<void> {
    const accounts = this.site.app.nest.get(AccountStore);
    for (const [n, id] of this.users.entries())
      await accounts.insert({
        ...{ id, name: `reader ${n}`, nameKey: `reader ${n}`, role: 'member', enabled: true },
        ...{ passwordHash: 'unused', accessEpoch: 1, createdAt: START, version: 1 },
      });
  }

  private async insertJobs(): Promise<void> {
    const store = this.site.app.nest.get(JobStore);
    for (let n = 0; n < this.size / ENTRIES_PER_OBJECT; n += 1) {
      const { id } = await store.add(
        createJob({ kind: `kind-${n % 2}`, parameters: {} }, OPERATOR_CONTEXT, this.ids.next(), START),
      );
      const queued = await store.find(id);
      if (queued === undefined) throw new Error('The job is stored.');
      await store.replace({ ...queued, state: 'succeeded', endedAt: START, version: 2 }, queued.version);
      this.jobs.push(id);
    }
  }

  private async insertDeliveries(entries: readonly string[]): Promise<void> {
    const deliveries = entries.map((id, n) => {
      const event = { id: this.ids.next(), type: 'entry.created', position: n + 1 } as const;
      const subject = { type: 'node--article', id };
      return createDelivery(this.ids.next(), this.webhook, { ...event, subject }, START);
    });
    for (const part of split(deliveries)) {
      await this.storage.webhookDeliveries.add(part);
      this.deliveries.push(...part.map(({ id }) => id));
    }
  }

  /** Stores an attempt at a delivery that is due after the clock of the service, which would skip it: its event is not in the log. */
  private async attemptOne([entry = '']: readonly string[]): Promise<void> {
    const now = START + DAY_SECONDS;
    const event = { id: this.ids.next(), type: 'entry.created', position: 1 } as const;
    const subject = { type: 'node--article', id: entry };
    const lease = { token: this.ids.next(), seconds: 60 };
    const claim = { endpointId: this.webhook, now, lease };
    const { webhookDeliveries } = this.storage;
    await webhookDeliveries.add([createDelivery(this.ids.next(), this.webhook, { ...event, subject }, now)]);
    const [claimed] = (await webhookDeliveries.exchange([], { ...claim, limit: 1 })).claimed;
    if (claimed === undefined) throw new Error('A delivery is due.');
    const options = {
      ...({ payload: 'full', format: 'json', visibility: 'content', disclosure: 'full' } as const),
      isReplay: false,
    };
    const request = { headers: [{ name: 'X-Key' }], options, digest: '' };
    const attempt = { id: this.ids.next(), startedAt: START, durationMs: 1, status: 204, request };
    const reports = [{ claimed, result: { kind: 'delivered', attempt } as const }];
    await webhookDeliveries.exchange(reports, { ...claim, limit: 0 });
    this.attempted = claimed.delivery.id;
    this.attempt = attempt.id;
  }
}

function split<T>(objects: readonly T[]): readonly (readonly T[])[] {
  const parts = Math.ceil(objects.length / BATCH);
  return Array.from({ length: parts }, (_, n) => objects.slice(n * BATCH, (n + 1) * BATCH));
}
