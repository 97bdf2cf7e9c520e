import type { Logger } from 'pino';
import type { ReplicaState } from '@content-service/storage';
import type { Metrics } from './metrics.js';

/** What a storage adapter with replicas reports; see `ReplicaObserver` of the adapter. */
interface ReplicaObserver {
  onRead(server: 'primary' | 'replica'): void;
  onFallback(fault: string): void;
  onCheck(states: readonly ReplicaState[]): void;
}

/** The replicas of a database. */
export interface ReplicaOptions {
  readonly urls: readonly string[];
  readonly maxLagMs: number;
  readonly observer: ReplicaObserver;
}

/** Creates the observer that turns the use of replicas into metrics, and logs when one is left out and used again. */
export function createReplicaObserver(
  { replicaReads, replicaFallbacks, replicaLag, replicaUsed }: Metrics,
  log: Pick<Logger, 'info' | 'warn'>,
): ReplicaObserver {
  const logged = new Map<number, boolean | 'starting'>();
  return {
    onRead: (server) => {
      replicaReads.inc({ server });
    },
    onFallback: (fault) => {
      replicaFallbacks.inc({ fault });
    },
    onCheck: (states) => {
      for (const state of states) {
        const { number, isUsed, lagMs } = state;
        replicaUsed.set({ replica: number }, Number(isUsed));
        if (lagMs === undefined) replicaLag.remove({ replica: number });
        else replicaLag.set({ replica: number }, lagMs / 1000);
        const last = logged.get(number);
        if (last === isUsed) continue;
        // At its first check the first heartbeat has not arrived.
        const isStarting = !isUsed && last === undefined;
        if (isUsed) log.info({ context: 'replicas' }, `Replica ${number} is used.`);
        else if (!isStarting) log.warn({ context: 'replicas' }, formatAbsence(state));
        logged.set(number, isStarting ? 'starting' : isUsed);
      }
    },
  };
}

function formatAbsence({ number, lagMs, fault }: ReplicaState): string {
  const reason = fault ?? `It is ${((lagMs ?? 0) / 1000).toFixed(1)} s behind.`;
  return `Replica ${number} is left out: ${reason}`;
}
