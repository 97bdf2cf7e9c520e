import { setTimeout as sleep } from 'node:timers/promises';
import { Argument, Command, Option } from 'commander';
import { isFinished, type Job, JOB_STATES, JobService, type JobState } from '@content-service/jobs';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { REQUESTED_KINDS, RequestedJobs, type RequestedKind } from '@content-service/site-jobs';
import { serializeJob } from '../../http/management/protocol/send-job.js';
import { command, type CommandResult, withAppContext } from './command.js';
import { withProgressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';

const POLL_MS = 500;
const LISTED = 50;

/** Running services do the jobs; these commands look at them and change their state. */
export function jobCommand(terminal: Terminal): Command {
  return new Command('job')
    .description('background jobs')
    .addCommand(listCommand(terminal))
    .addCommand(runCommand(terminal))
    .addCommand(createCommand('show', 'show a job and its progress', terminal, (jobs, id) => jobs.get(id)))
    .addCommand(
      createCommand(
        'cancel',
        'cancel a job; a running one ends within about two seconds',
        terminal,
        (jobs, id) => jobs.cancel(id, OPERATOR_CONTEXT),
      ),
    )
    .addCommand(
      createCommand('resume', 'continue a cancelled or failed job', terminal, async (jobs, id) =>
        (await jobs.get(id)).state === 'failed'
          ? jobs.retry(id, OPERATOR_CONTEXT)
          : jobs.resume(id, OPERATOR_CONTEXT),
      ),
    )
    .addCommand(
      createCommand(
        'wait',
        'wait for the end of a job; exit code 1 unless it succeeds',
        terminal,
        waitForEnd,
      ),
    );
}

interface ListOptions {
  readonly state?: JobState;
  readonly kind?: string;
}

function listCommand(terminal: Terminal): Command {
  return command('list', `list the ${LISTED} newest jobs`)
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(JOB_STATES))
    .option('--kind <kind>', 'only jobs of this kind, such as model.apply')
    .action(
      withAppContext(terminal, async (services, { state, kind }: ListOptions) => {
        const jobService = services.get(JobService, { strict: false });
        const { jobs } = await jobService.getPage({ state, kind }, LISTED);
        const text = jobs.length === 0 ? 'There are no such jobs.' : jobs.map(formatJob).join('\n');
        return { text, json: jobs.map(serializeJob) };
      }),
    );
}

function runCommand(terminal: Terminal): Command {
  return command('run', 'queue a job; running services do it')
    .addArgument(new Argument('<kind>', 'what it does').choices(REQUESTED_KINDS))
    .action(
      withAppContext(terminal, async (services, kind: RequestedKind) => {
        const job = await services.get(RequestedJobs, { strict: false }).request(kind, OPERATOR_CONTEXT);
        return { text: formatJob(job), json: serializeJob(job) };
      }),
    );
}

type JobAction = (jobs: JobService, id: string, terminal: Terminal) => Promise<Job>;

function createCommand(name: string, description: string, terminal: Terminal, act: JobAction): Command {
  return command(name, description)
    .argument('<id>')
    .action(
      withAppContext(terminal, async (services, id: string): Promise<CommandResult> => {
        const job = await act(services.get(JobService, { strict: false }), id, terminal);
        const failed = name === 'wait' && job.state !== 'succeeded';
        return { text: formatJob(job), json: serializeJob(job), failed };
      }),
    );
}

function waitForEnd(jobs: JobService, id: string, terminal: Terminal): Promise<Job> {
  return withProgressBar('job', terminal, async (monitor) => {
    for (;;) {
      const job = await jobs.get(id);
      if (isFinished(job)) return job;
      await monitor.report(job.progress);
      await sleep(POLL_MS);
    }
  });
}

export function formatJob({ id, kind, state, progress: { phase, done, total }, error }: Job): string {
  const head = `${id} ${kind}: ${state}`;
  // The last report of a job can be older than its end.
  if (state === 'succeeded') return head;
  const progress = total === undefined ? `${done}` : `${done} of ${total}`;
  return `${head}, ${phase} ${progress}${error === undefined ? '' : ` (${error.detail})`}`;
}
