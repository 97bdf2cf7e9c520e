import type { EventCount } from '@content-service/events';
import type { Job } from '@content-service/jobs';
import { serializeJob } from '../../http/management/protocol/send-job.js';
import type { CommandResult } from './command.js';
import { formatJob } from './job.commands.js';

/** A replay that is requested on the command line. */
interface Replay {
  readonly count: () => Promise<EventCount>;
  readonly request: () => Promise<Job>;
}

/** Shows how many events a replay sends, and starts it. @param isDryRun only shows it */
export async function replayEvents(isDryRun: boolean, { count, request }: Replay): Promise<CommandResult> {
  const events = await count();
  if (isDryRun) return { text: formatCount(events), json: { events } };
  const job = await request();
  return { text: `${formatCount(events)}\n${formatJob(job)}`, json: serializeJob(job) };
}

function formatCount({ minimum, maximum }: EventCount): string {
  return minimum === maximum ? `${minimum} events` : `${minimum} to ${maximum} events`;
}
