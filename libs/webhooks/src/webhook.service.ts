import { type AuditEvent, type AuditTrail, toAuditActor } from '@content-service/audit';
import {
  AggregateDomainError,
  assertVersion,
  type Clock,
  type DomainError,
  type IdGenerator,
  isUuid,
  updateWithOptimisticLock,
  type Uuid,
  type VersionCondition,
} from '@content-service/kernel';
import type { Position } from '@content-service/events';
import type { ActorContext } from '@content-service/scopes';
import { CLOSED_CIRCUIT } from './circuit.js';
import {
  findPublicKey,
  generateWebhookSecret,
  getSignatureScheme,
  type SignatureScheme,
  type WebhookSecrets,
} from './signature.js';
import { assertMayChange } from './webhook-authority.js';
import type { ShownAttempt } from './webhook-delivery.js';
import {
  applyWebhookChange,
  assertValidWebhook,
  findDefinitionProblems,
  findSelectionProblems,
  findValueProblems,
} from './webhook-draft.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookEndpointStore } from './webhook-endpoint.store.js';
import { WEBHOOK_ROTATION_MEMBERS, type WebhookChange, type WebhookDefinition } from './webhook-members.js';
import { WebhookInvalid, WebhookLimitReached, WebhookNotFound } from './webhook.errors.js';
import type { WebhookSecretSealer } from './webhook-secrets.js';
import type { WebhookUrlPolicy } from './webhook-url.js';

/** An endpoint and its secret, which is shown once. */
export interface IssuedWebhookSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/** What may be shown of the secrets and headers of an endpoint. */
export interface WebhookCredentials {
  readonly signature: SignatureScheme;
  /** Verifies signatures `v1a`. */
  readonly publicKey?: string | undefined;
  /** UNIX seconds until which the secret before the last rotation signs as well. */
  readonly previousSecretUntil?: number | undefined;
  readonly headerNames: readonly string[];
}

export interface WebhookServiceOptions {
  readonly urlPolicy: WebhookUrlPolicy;
  /** The newest position of the event log. */
  readonly findNewestPosition: () => Promise<Position>;
  /** Sends the event `webhook.test` once. */
  readonly sendTest: (endpoint: WebhookEndpoint) => Promise<ShownAttempt>;
  /** Called when an endpoint was deleted, whose deliveries are left. */
  readonly onDeleted: (endpointId: Uuid, context: ActorContext) => Promise<void>;
}

/** Deliveries of 100 endpoints are created in one transaction. */
const ENDPOINTS_MAXIMUM = 100;

/** Use cases of administrators: endpoints and their secrets. */
export class WebhookService {
  constructor(
    private readonly endpoints: WebhookEndpointStore,
    private readonly sealer: WebhookSecretSealer,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly trail: AuditTrail,
    private readonly options: WebhookServiceOptions,
  ) {}

  list(): Promise<readonly WebhookEndpoint[]> {
    return this.endpoints.list();
  }

  /** @throws WebhookNotFound */
  async get(id: string): Promise<WebhookEndpoint> {
    const endpoint = isUuid(id) ? await this.endpoints.find(id) : undefined;
    if (endpoint === undefined) throw new WebhookNotFound(id);
    return endpoint;
  }

  /** @throws KeySecretMismatch */
  getCredentials(endpoint: WebhookEndpoint): WebhookCredentials {
    const { secrets, headers } = this.sealer.unseal(endpoint);
    const { current, previous } = secrets;
    const isRotating = previous !== undefined && this.clock.now() < previous.until;
    return {
      signature: getSignatureScheme(current),
      publicKey: findPublicKey(current),
      previousSecretUntil: isRotating ? previous.until : undefined,
      headerNames: Object.keys(headers),
    };
  }

  /**
   * The problems that the given members have whatever the others are.
   *
   * @param isSelection whether `visibility` and what it restricts are as they will be, too
   */
  *findProblems({ headers = {}, ...members }: WebhookChange, isSelection: boolean): Generator<DomainError> {
    const definition = applyWebhookChange(members);
    yield* findDefinitionProblems(definition, headers, this.options.urlPolicy);
    if (isSelection) yield* findSelectionProblems(definition);
  }

  /** @throws WebhookInvalid, WebhookUrlRefused (as `AggregateDomainError` when there are several), ScopeNotHeld, WebhookLimitReached */
  async create(
    { headers = {}, ...members }: WebhookChange,
    signature: SignatureScheme,
    actorContext: ActorContext,
  ): Promise<IssuedWebhookSecret> {
    const definition = applyWebhookChange(members);
    assertValidWebhook(definition, headers, this.options.urlPolicy);
    assertMayChange(actorContext.actor, definition);
    if ((await this.endpoints.list()).length >= ENDPOINTS_MAXIMUM)
      throw new WebhookLimitReached(ENDPOINTS_MAXIMUM);
    const id = this.ids.next();
    const secret = generateWebhookSecret(signature);
    const endpoint: WebhookEndpoint = {
      ...{ id, definition, owner: toAuditActor(actorContext.actor) },
      ...this.sealer.seal(id, { current: secret }, headers),
      ...{ circuit: CLOSED_CIRCUIT, createdAt: this.clock.now(), version: 1 },
      startPosition: await this.options.findNewestPosition(),
    };
    const event = this.trail.createEvent('webhook.created', actorContext, id, pickAuditDetails(definition));
    await this.trail.commit([event], (auditLines) => this.endpoints.add(endpoint, auditLines));
    return { endpoint, secret };
  }

  /**
   * Changes the given members. The owner stays, so does what it may be told. Another origin of the URL needs `headers` as well
   * when the endpoint has any: they are secrets of the present receiver.
   *
   * @throws WebhookNotFound, WebhookInvalid, WebhookUrlRefused, ScopeNotHeld, ResourcePreconditionFailed
   */
  async update(
    id: string,
    { headers, ...members }: WebhookChange,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
  ): Promise<WebhookEndpoint> {
    const given = Object.entries({ ...members, headers }).filter(([, value]) => value !== undefined);
    const update = (present: WebhookEndpoint): WebhookEndpoint => {
      const definition = applyWebhookChange(members, present.definition);
      assertValidWebhook(definition, headers ?? {}, this.options.urlPolicy);
      assertMayChange(actorContext.actor, present.definition, definition);
      if (headers === undefined) assertHeadersStayWithOrigin(present, definition);
      const sealed =
        headers === undefined
          ? {}
          : this.sealer.seal(present.id, this.sealer.unseal(present).secrets, headers);
      const isSwitched = definition.enabled !== present.definition.enabled;
      return {
        ...present,
        ...sealed,
        definition,
        disabledReason: isSwitched ? undefined : present.disabledReason,
      };
    };
    return this.change(id, expectedVersion, update, ({ definition }) => {
      const details = { ...pickAuditDetails(definition), members: given.map(([name]) => name) };
      return this.trail.createEvent('webhook.changed', actorContext, id, details);
    });
  }

  /** Deletes an endpoint with its deliveries. @throws WebhookNotFound, ScopeNotHeld, ResourcePreconditionFailed */
  async delete(id: string, actorContext: ActorContext, expectedVersion?: VersionCondition): Promise<void> {
    const present = await this.get(id);
    assertVersion(`The webhook ${id}`, present, expectedVersion);
    assertMayChange(actorContext.actor, present.definition);
    const { label } = present.definition;
    const event = this.trail.createEvent('webhook.deleted', actorContext, id, { label });
    if (!(await this.trail.commit([event], (auditLines) => this.endpoints.remove(present.id, auditLines))))
      throw new WebhookNotFound(id);
    await this.options.onDeleted(present.id, actorContext);
  }

  /**
   * Creates a new secret; the current one signs as well for `graceSeconds`.
   *
   * @throws WebhookNotFound, WebhookInvalid, ScopeNotHeld, ResourcePreconditionFailed
   */
  async rotateSecret(
    id: string,
    graceSeconds: number,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
  ): Promise<IssuedWebhookSecret> {
    AggregateDomainError.throwIfAny([
      ...findValueProblems('graceSeconds', WEBHOOK_ROTATION_MEMBERS.graceSeconds, graceSeconds),
    ]);
    let secret = '';
    const rotate = (present: WebhookEndpoint): WebhookEndpoint => {
      assertMayChange(actorContext.actor, present.definition);
      const { secrets, headers } = this.sealer.unseal(present);
      secret = generateWebhookSecret(getSignatureScheme(secrets.current));
      const previous = { secret: secrets.current, until: this.clock.now() + graceSeconds };
      const rotated: WebhookSecrets = { current: secret, ...(graceSeconds > 0 ? { previous } : {}) };
      return { ...present, ...this.sealer.seal(present.id, rotated, headers) };
    };
    const endpoint = await this.change(id, expectedVersion, rotate, () =>
      this.trail.createEvent('webhook.secret_rotated', actorContext, id, { graceSeconds }),
    );
    return { endpoint, secret };
  }

  /** @throws WebhookNotFound, ScopeNotHeld */
  async test(id: string, actorContext: ActorContext): Promise<ShownAttempt> {
    const shown = await this.options.sendTest(await this.getUsable(id, actorContext));
    await this.trail.record('webhook.tested', actorContext, id, {});
    return shown;
  }

  /**
   * An endpoint whose deliveries the actor may read and start: they name entries, and answers of receivers can repeat content.
   *
   * @throws WebhookNotFound, ScopeNotHeld
   */
  async getUsable(id: string, { actor }: ActorContext): Promise<WebhookEndpoint> {
    const endpoint = await this.get(id);
    assertMayChange(actor, endpoint.definition);
    return endpoint;
  }

  /**
   * Seals secrets again that the KEY_SECRET before a rotation opens, so that it is not needed any more.
   *
   * @throws KeySecretMismatch
   */
  async resealSecrets(): Promise<void> {
    for (const endpoint of await this.endpoints.list()) {
      const { secrets, headers, isPrevious } = this.sealer.unseal(endpoint);
      const sealed = this.sealer.seal(endpoint.id, secrets, headers);
      // Another process that has changed it in between has sealed it under the present secret.
      if (isPrevious)
        await this.endpoints.replace(
          { ...endpoint, ...sealed, version: endpoint.version + 1 },
          endpoint.version,
        );
    }
  }

  private async change(
    id: string,
    expectedVersion: VersionCondition | undefined,
    change: (present: WebhookEndpoint) => WebhookEndpoint,
    createEvent: (after: WebhookEndpoint) => AuditEvent,
  ): Promise<WebhookEndpoint> {
    const resource = {
      label: `The webhook ${id}`,
      read: () => this.get(id),
      store: (endpoint: WebhookEndpoint, version: number) =>
        this.trail.commit([createEvent(endpoint)], (auditLines) =>
          this.endpoints.replace(endpoint, version, auditLines),
        ),
    };
    return (await updateWithOptimisticLock(resource, expectedVersion, change)).after;
  }
}

/** @throws WebhookInvalid when the stored headers would be sent to another origin */
function assertHeadersStayWithOrigin(
  { definition, sealedHeaders }: WebhookEndpoint,
  { url }: WebhookDefinition,
): void {
  if (sealedHeaders === undefined || new URL(url).origin === new URL(definition.url).origin) return;
  throw new WebhookInvalid(
    '/headers',
    'The stored headers do not go to another origin: send headers together with such a url, {} for none.',
  );
}

function pickAuditDetails({ label, url }: WebhookDefinition): {
  readonly label: string;
  readonly url: string;
} {
  // The query can contain a token.
  return { label, url: url.split('?')[0] ?? '' };
}
