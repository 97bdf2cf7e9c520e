import type { BrokerReplayRequest, EventCount } from '@content-service/events';
import type { Job } from '@content-service/jobs';
import { serializeJob } from '../../http/management/protocol/send-job.js';
import type { CommandResult } from './command.js';
import type { MemberFlags } from './member-options.js';
import { formatJob } from './job.commands.js';

/** The options of a replay to a webhook or the message broker, whose tables of members differ. */
export const REPLAY_FLAGS: MemberFlags = {
  from: {
    help: 'the sequence of an event (4711-0190163d), which is not included, or a date-time',
    isMandatory: true,
  },
  until: { help: 'default: the current end of the log' },
  types: { flag: 'type', help: 'event types; default: all' },
  resourceTypes: { flag: 'resource-type', help: 'resource types such as node--article; default: all' },
  states: { flag: 'state', help: 'only events whose delivery is in such a state' },
  dryRun: { help: 'only count the events', isSwitch: true },
};

/** A replay that is requested on the command line. */
interface Replay {
  readonly count: () => Promise<EventCount>;
  readonly request: () => Promise<Job>;
}

/** Shows how many events a replay sends, and starts it. @param dryRun only shows it */
export async function replayEvents(
  { dryRun = false }: BrokerReplayRequest,
  { count, request }: Replay,
): Promise<CommandResult> {
  const events = await count();
  if (dryRun) return { text: formatCount(events), json: { events } };
  const job = await request();
  return { text: `${formatCount(events)}\n${formatJob(job)}`, json: serializeJob(job) };
}

function formatCount({ minimum, maximum }: EventCount): string {
  return minimum === maximum ? `${minimum} events` : `${minimum} to ${maximum} events`;
}
