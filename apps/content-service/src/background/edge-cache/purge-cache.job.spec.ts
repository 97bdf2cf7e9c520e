import type { Job } from '@content-service/jobs';
import { purgeCache } from '@content-service/site-jobs';
import { PurgeCacheJob } from './purge-cache.job.js';

const OPTIONS = { driver: 'varnish', urls: ['http://127.0.0.1:6081/'], token: undefined } as const;
const JOB = { id: 'j', ...purgeCache() } as Job;

function createJob(answer: () => Promise<Response>): {
  readonly job: PurgeCacheJob;
  readonly purged: string[];
} {
  const purged: string[] = [];
  const job = new PurgeCacheJob(OPTIONS, (_, init) => {
    purged.push(new Headers(init.headers).get('xkey-purge') ?? '');
    return answer();
  });
  return { job, purged };
}

describe('PurgeCacheJob', () => {
  it('purges the tags that all answers have', async () => {
    const { job, purged } = createJob(() => Promise.resolve(new Response()));

    await job.run(JOB);

    expect(purged).toEqual(['model settings']);
  });

  it.each([
    ['with the time of Retry-After', { 'Retry-After': '45' }, 45],
    ['after a minute for a longer Retry-After', { 'Retry-After': '999999' }, 60],
    ['after ten seconds', {}, 10],
  ])('is repeated %s when the cache confirms nothing', async (_, headers, seconds) => {
    const { job } = createJob(() => Promise.resolve(new Response(null, { status: 503, headers })));

    await expect(job.run(JOB)).rejects.toMatchObject({ code: 'job_postponed', seconds });
  });

  it('is repeated when the cache cannot be reached', async () => {
    const { job } = createJob(() => Promise.reject(new TypeError('fetch failed')));

    await expect(job.run(JOB)).rejects.toMatchObject({ code: 'job_postponed', seconds: 10 });
  });
});
