import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { DomainError } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { BROKER_CONSUMER } from '@content-service/sink';
import {
  BROKER_REPLAY_MEMBERS,
  type BrokerReplayRequest,
  BrokerReplays,
  EventLog,
  isEventType,
  parseEventCursor,
  type Position,
  resolveCursor,
} from '@content-service/events';
import { serializeEvent } from '../../http/management/events/event.serializer.js';
import { command, openServices, withAppContext } from './command.js';
import { toMembers, withMemberOptions } from './member-options.js';
import { REPLAY_FLAGS, replayEvents } from './replay-events.js';
import { escapeControlCharacters, type Terminal } from './terminal.js';

const BATCH = 100;
const POLL_MS = 500;

interface Options {
  readonly after?: string;
  readonly type?: string;
  readonly follow?: boolean;
}

export function eventsCommand(terminal: Terminal): Command {
  return new Command('events')
    .description('the event log')
    .addCommand(tailCommand(terminal))
    .addCommand(replayCommand(terminal));
}

function tailCommand(terminal: Terminal): Command {
  return new Command('tail')
    .description('write events as NDJSON, the oldest first')
    .option('--after <sequence>', 'only events after this one, such as 4711-5a7b3e44')
    .option('--type <name>', 'only events of this type, such as entry.published')
    .option('--follow', 'continue with new events')
    .action(async ({ after, type, follow = false }: Options) => {
      if (type !== undefined && !isEventType(type)) throw new UnknownEventType(type);
      const services = await openServices(terminal);
      try {
        const log = services.get(EventLog, { strict: false });
        let position: Position = after === undefined ? 0 : await resolveCursor(log, parseEventCursor(after));
        for (;;) {
          const events = await log.read(position, BATCH, { types: type === undefined ? undefined : [type] });
          for (const event of events)
            terminal.output.write(escapeControlCharacters(`${JSON.stringify(serializeEvent(event))}\n`));
          position = events.at(-1)?.position ?? position;
          if (events.length === BATCH) continue;
          if (!follow) return;
          await sleep(POLL_MS);
        }
      } finally {
        await services.close();
      }
    });
}

function replayCommand(terminal: Terminal): Command {
  return withMemberOptions(
    command('replay', 'publish events to the message broker again; running services do it as a job'),
    BROKER_REPLAY_MEMBERS,
    REPLAY_FLAGS,
  ).action(
    withAppContext(terminal, async (services, options: Readonly<Record<string, unknown>>) => {
      const replays = services.get(BrokerReplays, { strict: false });
      const request = toMembers(BROKER_REPLAY_MEMBERS, options, REPLAY_FLAGS) as BrokerReplayRequest;
      return replayEvents(request, {
        count: () => replays.count(BROKER_CONSUMER, request),
        request: () => replays.request(BROKER_CONSUMER, request, OPERATOR_CONTEXT),
      });
    }),
  );
}

class UnknownEventType extends DomainError {
  constructor(type: string) {
    super('invalid_parameter', `--type must be a type of events such as entry.published, got '${type}'.`);
  }
}
