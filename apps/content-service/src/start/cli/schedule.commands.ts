import { Command } from 'commander';
import {
  type JobSchedule,
  type JobScheduleChange,
  JobScheduleService,
  SCHEDULE_MEMBERS,
} from '@content-service/jobs';
import { DomainError, formatDateTime } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { serializeJob } from '../../http/management/protocol/send-job.js';
import { serializeSchedule } from '../../http/management/jobs/schedule.dto.js';
import { command, type CommandResult, withAppContext } from './command.js';
import { formatJob } from './job.commands.js';
import { type MemberFlags, toMembers, withMemberOptions } from './member-options.js';
import type { Terminal } from './terminal.js';

/** Running services start the jobs of schedules; these commands show and change when. */
export function scheduleCommand(terminal: Terminal): Command {
  return new Command('schedule')
    .description('schedules of jobs')
    .addCommand(
      command('list', 'list the schedules and their next times').action(
        createAction(terminal, async (schedules) => {
          const listed = await schedules.list();
          return { text: listed.map(formatSchedule).join('\n'), json: listed.map(serializeSchedule) };
        }),
      ),
    )
    .addCommand(setCommand(terminal))
    .addCommand(
      command('run', 'start the job of a schedule at once')
        .argument('<name>')
        .action(
          createAction(terminal, async (schedules, name: string) => {
            const job = await schedules.run(name, OPERATOR_CONTEXT);
            return { text: formatJob(job), json: serializeJob(job) };
          }),
        ),
    );
}

const FLAGS: MemberFlags = {
  cron: { help: 'minute, hour, day of month, month and day of week in UTC: "30 3 * * *"' },
  enabled: {
    ...{ flag: 'enable', help: 'make it start its job' },
    off: { flag: 'disable', help: 'stop it from starting its job' },
  },
};

function setCommand(terminal: Terminal): Command {
  const set = command('set', 'change when a schedule starts its job').argument('<name>');
  return withMemberOptions(set, SCHEDULE_MEMBERS, FLAGS).action(
    createAction(terminal, async (schedules, name: string, options: Readonly<Record<string, unknown>>) => {
      const change: JobScheduleChange = toMembers(SCHEDULE_MEMBERS, options, FLAGS);
      if (Object.keys(change).length === 0) throw new NothingToSet();
      const schedule = await schedules.change(name, change, OPERATOR_CONTEXT);
      return { text: formatSchedule(schedule), json: serializeSchedule(schedule) };
    }),
  );
}

class NothingToSet extends DomainError {
  constructor() {
    super('nothing_to_set', 'Name what to change: --cron, --enable or --disable.');
  }
}

function createAction<Args extends unknown[]>(
  terminal: Terminal,
  task: (schedules: JobScheduleService, ...args: Args) => Promise<CommandResult>,
): (...args: [...Args, Command]) => Promise<void> {
  return withAppContext(terminal, (services, ...args: Args) =>
    task(services.get(JobScheduleService, { strict: false }), ...args),
  );
}

function formatSchedule({ name, cron, enabled, nextDue, lastRun, lastOutcome }: JobSchedule): string {
  const next = enabled && nextDue !== undefined ? `next ${formatDateTime(nextDue)}` : 'disabled';
  const last =
    lastRun === undefined ? 'no run yet' : `last ${formatDateTime(lastRun)} ${lastOutcome ?? 'unfinished'}`;
  return `${name} (${cron}): ${next}, ${last}`;
}
