import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import {
  EventLog,
  isEventType,
  parseEventCursor,
  type Position,
  resolveCursor,
} from '@content-service/events';
import { DomainError } from '@content-service/kernel';
import { parseConfig } from '../config/config.js';
import { createServices } from '../create-app.js';
import { serializeEvent } from '../management/event.serializer.js';
import type { Terminal } from './terminal.js';

const BATCH = 100;
const POLL_MS = 500;

interface Options {
  readonly after?: string;
  readonly type?: string;
  readonly follow?: boolean;
}

export function eventsCommand(terminal: Terminal): Command {
  return new Command('events').description('read the event log').addCommand(tailCommand(terminal));
}

function tailCommand(terminal: Terminal): Command {
  return new Command('tail')
    .description('write events as NDJSON, the oldest first')
    .option('--after <sequence>', 'only events behind this one, such as 4711-5a7b3e44')
    .option('--type <name>', 'only events of this type, such as entry.published')
    .option('--follow', 'go on with events as they happen')
    .action(async ({ after, type, follow = false }: Options) => {
      if (type !== undefined && !isEventType(type)) throw new UnknownEventType(type);
      const services = await createServices(parseConfig(terminal.variables()));
      try {
        const log = services.get(EventLog, { strict: false });
        let position: Position = after === undefined ? 0 : await resolveCursor(log, parseEventCursor(after));
        for (;;) {
          const events = await log.read(position, BATCH, { types: type === undefined ? undefined : [type] });
          for (const event of events) terminal.output.write(`${JSON.stringify(serializeEvent(event))}\n`);
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

class UnknownEventType extends DomainError {
  constructor(type: string) {
    super('invalid_parameter', `--type must be a type of events such as entry.published, got '${type}'.`);
  }
}
