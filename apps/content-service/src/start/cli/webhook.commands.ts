import { Command, Option } from 'commander';
import { EVENT_TYPE_NAMES, type EventType } from '@content-service/events';
import { Clock, type NewOf } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import {
  DELIVERY_STATES,
  type DeliveryAttempt,
  type DeliveryState,
  type ReplayRequest,
  SIGNATURE_SCHEMES,
  type SignatureScheme,
  type WebhookDelivery,
  WebhookDeliveryService,
  type WebhookEndpoint,
  WEBHOOK_REPLAY_MEMBERS,
  WEBHOOK_ROTATION_MEMBERS,
  WebhookReplayService,
  WebhookService,
} from '@content-service/webhooks';
import {
  serializeAttempt,
  serializeDelivery,
  serializeWebhook,
} from '../../http/management/webhooks/webhook.dto.js';
import { command, type CommandResult, withAppContext } from './command.js';
import { toMembers, withMemberOptions } from './member-options.js';
import { REPLAY_FLAGS, replayEvents } from './replay-events.js';
import type { Terminal } from './terminal.js';
import {
  type EndpointOptions,
  formatEndpoint,
  toChange,
  withEndpointOptions,
  withNewEndpointOptions,
} from './webhook-options.js';

const LISTED = 50;

/** Administers webhook endpoints. Running services make the deliveries; `test` alone sends from here. */
export function webhookCommand(terminal: Terminal): Command {
  const act = createActions(terminal);
  return new Command('webhook')
    .description('webhook endpoints and their deliveries')
    .addCommand(listCommand(act))
    .addCommand(
      command('show', 'show an endpoint')
        .argument('<id>')
        .action(act((webhooks, id: string) => webhooks.show(id))),
    )
    .addCommand(createCommand(act))
    .addCommand(updateCommand(act))
    .addCommand(
      command('delete', 'delete an endpoint with its deliveries')
        .argument('<id>')
        .action(act((webhooks, id: string) => webhooks.delete(id))),
    )
    .addCommand(rotateSecretCommand(act))
    .addCommand(
      command('test', 'call an endpoint once; exit code 1 unless it answers 2xx')
        .argument('<id>')
        .action(act((webhooks, id: string) => webhooks.test(id))),
    )
    .addCommand(deliveriesCommand(act))
    .addCommand(
      command('redeliver', 'start a finished delivery again, with all its attempts')
        .argument('<id>', 'id of the endpoint')
        .argument('<delivery>')
        .action(act((webhooks, id: string, delivery: string) => webhooks.redeliver(id, delivery))),
    )
    .addCommand(replayCommand(act));
}

type Actions = <Args extends unknown[]>(
  task: (webhooks: WebhookOperations, ...args: Args) => Promise<CommandResult>,
) => (...args: [...Args, Command]) => Promise<void>;

function createActions(terminal: Terminal): Actions {
  return (task) =>
    withAppContext(terminal, (services, ...args) =>
      task(
        new WebhookOperations(
          services.get(WebhookService, { strict: false }),
          services.get(WebhookDeliveryService, { strict: false }),
          services.get(WebhookReplayService, { strict: false }),
          services.get(Clock, { strict: false }),
        ),
        ...args,
      ),
    );
}

interface DeliveriesOptions {
  readonly state?: DeliveryState;
  readonly type?: EventType;
}

function listCommand(act: Actions): Command {
  return command('list', 'list all endpoints').action(act((webhooks) => webhooks.list()));
}

function createCommand(act: Actions): Command {
  return withNewEndpointOptions(command('create', 'create an endpoint; its secret is shown only once'))
    .addOption(new Option('--signature <scheme>', 'default: v1').choices(SIGNATURE_SCHEMES))
    .action(
      act((webhooks, { signature = 'v1', ...options }: EndpointOptions & { signature?: SignatureScheme }) =>
        webhooks.create(options, signature),
      ),
    );
}

function updateCommand(act: Actions): Command {
  return withEndpointOptions(command('update', 'change the given properties of an endpoint'))
    .argument('<id>')
    .action(act((webhooks, id: string, options: EndpointOptions) => webhooks.update(id, options)));
}

type RotationOptions = NewOf<typeof WEBHOOK_ROTATION_MEMBERS>;

function rotateSecretCommand(act: Actions): Command {
  return withMemberOptions(
    command('rotate-secret', 'create a new secret, which is shown only once').argument('<id>'),
    WEBHOOK_ROTATION_MEMBERS,
    { graceSeconds: { help: 'how long the current secret also signs' } },
  ).action(act((webhooks, id: string, options: RotationOptions) => webhooks.rotateSecret(id, options)));
}

function deliveriesCommand(act: Actions): Command {
  return command('deliveries', `list the ${LISTED} newest deliveries of an endpoint`)
    .argument('<id>')
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(DELIVERY_STATES))
    .addOption(new Option('--type <type>', 'only deliveries of this event type').choices(EVENT_TYPE_NAMES))
    .action(act((webhooks, id: string, options: DeliveriesOptions) => webhooks.listDeliveries(id, options)));
}

function replayCommand(act: Actions): Command {
  const replay = command('replay', 'send events of the log again; running services do it as a job');
  return withMemberOptions(replay.argument('<id>'), WEBHOOK_REPLAY_MEMBERS, REPLAY_FLAGS).action(
    act((webhooks, id: string, options: Readonly<Record<string, unknown>>) => webhooks.replay(id, options)),
  );
}

/** The use cases of the commands, with their results as text and as the documents of the management API. */
class WebhookOperations {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly deliveries: WebhookDeliveryService,
    private readonly replays: WebhookReplayService,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<CommandResult> {
    const endpoints = await this.webhooks.list();
    const now = this.clock.now();
    const lines = endpoints.map((endpoint) => formatEndpoint(endpoint, now));
    const text = lines.length === 0 ? 'There are no webhooks.' : lines.join('\n');
    return { text, json: await Promise.all(endpoints.map((endpoint) => this.serialize(endpoint))) };
  }

  async show(id: string): Promise<CommandResult> {
    return this.toResult(await this.webhooks.get(id));
  }

  async create(options: EndpointOptions, signature: SignatureScheme): Promise<CommandResult> {
    const { endpoint, secret } = await this.webhooks.create(toChange(options), signature, OPERATOR_CONTEXT);
    return this.toResult(endpoint, secret);
  }

  async update(id: string, options: EndpointOptions): Promise<CommandResult> {
    const before = await this.webhooks.get(id);
    const start = options['enable'] === true ? await this.replays.findStart(before) : undefined;
    const endpoint = await this.webhooks.update(id, toChange(options), OPERATOR_CONTEXT);
    const { text, json } = await this.toResult(endpoint);
    if (start === undefined) return { text, json };
    const hint = `Events of the time in which it was disabled: content-service webhook replay ${id} --from ${start}`;
    return { text: `${text}\n${hint}`, json: { ...json, replayFrom: start } };
  }

  async delete(id: string): Promise<CommandResult> {
    await this.webhooks.delete(id, OPERATOR_CONTEXT);
    return { text: `The webhook ${id} is deleted.`, json: { id } };
  }

  async rotateSecret(id: string, options: RotationOptions): Promise<CommandResult> {
    const { graceSeconds = WEBHOOK_ROTATION_MEMBERS.graceSeconds.default } = options;
    const { endpoint, secret } = await this.webhooks.rotateSecret(id, graceSeconds, OPERATOR_CONTEXT);
    return this.toResult(endpoint, secret);
  }

  async test(id: string): Promise<CommandResult> {
    const { attempt } = await this.webhooks.test(id, OPERATOR_CONTEXT);
    const { status, error, detail = '' } = attempt;
    const text =
      status === undefined ? `No answer: ${error ?? ''} ${detail}` : `The receiver answered ${status}.`;
    return { text, json: serializeAttempt(attempt), failed: !isSuccessful(attempt) };
  }

  async listDeliveries(id: string, { state, type: eventType }: DeliveriesOptions): Promise<CommandResult> {
    const { deliveries } = await this.deliveries.list(
      id,
      OPERATOR_CONTEXT,
      { state, eventType },
      { limit: LISTED },
    );
    const text =
      deliveries.length === 0 ? 'There are no such deliveries.' : deliveries.map(formatDelivery).join('\n');
    return { text, json: deliveries.map(serializeDelivery) };
  }

  async redeliver(id: string, deliveryId: string): Promise<CommandResult> {
    const delivery = await this.deliveries.redeliver(id, deliveryId, OPERATOR_CONTEXT);
    return { text: formatDelivery(delivery), json: serializeDelivery(delivery) };
  }

  async replay(id: string, options: Readonly<Record<string, unknown>>): Promise<CommandResult> {
    const request = toMembers(WEBHOOK_REPLAY_MEMBERS, options, REPLAY_FLAGS) as ReplayRequest;
    return replayEvents(request, {
      count: () => this.replays.count(id, request, OPERATOR_CONTEXT),
      request: () => this.replays.request(id, request, OPERATOR_CONTEXT),
    });
  }

  private async serialize(endpoint: WebhookEndpoint): Promise<object> {
    const credentials = this.webhooks.getCredentials(endpoint);
    const start = await this.replays.findStart(endpoint);
    return serializeWebhook(endpoint, credentials, this.clock.now(), start);
  }

  private async toResult(
    endpoint: WebhookEndpoint,
    secret?: string,
  ): Promise<CommandResult & { readonly json: object }> {
    const lines = [
      formatEndpoint(endpoint, this.clock.now()),
      ...(secret === undefined ? [] : [`secret  ${secret}`]),
    ];
    const json = { ...(await this.serialize(endpoint)), ...(secret === undefined ? {} : { secret }) };
    return { text: lines.join('\n'), json };
  }
}

/** 2xx (Standard Webhooks). */
function isSuccessful({ status = 0 }: DeliveryAttempt): boolean {
  return status >= 200 && status < 300;
}

function formatDelivery({ id, eventType, subject, state, attempts, lastStatus }: WebhookDelivery): string {
  const answer = lastStatus === undefined ? '' : `, last answer ${lastStatus}`;
  return `${id} ${eventType} ${subject.type}/${subject.id}: ${state}, ${attempts} attempts${answer}`;
}
