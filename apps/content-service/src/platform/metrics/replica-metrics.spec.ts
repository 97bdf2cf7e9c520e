import { Metrics } from './metrics.js';
import { createReplicaObserver } from './replica-metrics.js';

const USED = { number: 1, isUsed: true, lagMs: 0, fault: undefined };
const BEHIND = { number: 1, isUsed: false, lagMs: 5200, fault: undefined };
const UNREACHABLE = { number: 1, isUsed: false, lagMs: undefined, fault: 'connect ECONNREFUSED' };

describe('createReplicaObserver', () => {
  it('logs when a replica is left out and used again, with the reason', () => {
    const lines: string[] = [];
    const log = {
      info: (_: object, line: string) => lines.push(line),
      warn: (_: object, line: string) => lines.push(line),
    };
    const observer = createReplicaObserver(new Metrics(), log as never);

    const unused = { ...USED, isUsed: false };
    for (const state of [unused, USED, USED, BEHIND, BEHIND, USED, UNREACHABLE]) observer.onCheck([state]);

    expect(lines).toEqual([
      'Replica 1 is used.',
      'Replica 1 is left out: It is 5.2 s behind.',
      'Replica 1 is used.',
      'Replica 1 is left out: connect ECONNREFUSED',
    ]);
  });

  it('logs that a replica cannot be reached from the start', () => {
    const lines: string[] = [];
    const log = { info: () => undefined, warn: (_: object, line: string) => lines.push(line) };
    const observer = createReplicaObserver(new Metrics(), log as never);

    for (let n = 0; n < 3; n++) observer.onCheck([UNREACHABLE]);

    expect(lines).toEqual(['Replica 1 is left out: connect ECONNREFUSED']);
  });

  it('measures reads, repeated reads and the lag, and drops a lag that is not known', async () => {
    const metrics = new Metrics();
    const log = { info: () => undefined, warn: () => undefined };
    const observer = createReplicaObserver(metrics, log as never);
    const read = async (): Promise<string[]> =>
      (await metrics.registry.metrics())
        .split('\n')
        .filter((line) => line.startsWith('content_service_replica_'));

    observer.onRead('replica');
    observer.onFallback('lost');
    observer.onCheck([BEHIND]);
    const behind = await read();
    observer.onCheck([UNREACHABLE]);

    expect(behind).toEqual([
      'content_service_replica_reads_total{server="primary"} 0',
      'content_service_replica_reads_total{server="replica"} 1',
      'content_service_replica_fallbacks_total{fault="lost"} 1',
      'content_service_replica_lag_seconds{replica="1"} 5.2',
      'content_service_replica_used{replica="1"} 0',
    ]);
    expect(await read()).not.toContainEqual(expect.stringContaining('lag_seconds'));
  });
});
