// STORAGE_ADAPTER of tests: the storage of this version, whose process ends as by `kill -9` when it has stored for the
// KILLED_AT_REPORT-th time that a job is in the phase KILLED_IN_PHASE. The phase `end` is that before the end is stored.
import { TypeOrmStorage } from '@content-service/storage-typeorm';

export function createStorage({ url, recorder, limits, environment }) {
  const storage = new TypeOrmStorage(url, { recorder, limits });
  const { KILLED_IN_PHASE: phase, KILLED_AT_REPORT: report } = environment;
  const { jobs } = storage;
  const [advance, release] = [jobs.advance.bind(jobs), jobs.release.bind(jobs)];
  let reports = 0;
  jobs.advance = async (lease, progress) => {
    const held = await advance(lease, progress);
    if (progress?.phase === phase && ++reports === Number(report)) process.kill(process.pid, 'SIGKILL');
    return held;
  };
  jobs.release = (...args) => {
    if (phase === 'end') process.kill(process.pid, 'SIGKILL');
    return release(...args);
  };
  return storage;
}
