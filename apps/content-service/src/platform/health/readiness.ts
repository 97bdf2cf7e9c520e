import { Injectable } from '@nestjs/common';
import { Storage } from '@content-service/storage';
import { LoadShedding } from '../load/load-shedding.js';
import { GenerationWatcher } from '../change-channel/generation-watcher.js';

/** Time limit in milliseconds of the database checks. */
const PING_LIMIT_MS = 2000;
/** Results are reused for this time, so that probes cannot load the database. */
const REUSE_MS = 1000;
/** Shorter shedding is a peak, for which no proxy needs to route requests elsewhere. */
const SHEDDING_SECONDS_MAXIMUM = 5;

/** The checks of `/health/ready` by name. */
export type ReadinessChecks = Readonly<
  Record<'storage' | 'schema' | 'changes' | 'load' | 'shutdown', boolean>
>;

/** Finds out whether requests should be routed to this process. */
@Injectable()
export class Readiness {
  private isDraining = false;
  private hasStarted = false;
  private latest: { readonly at: number; readonly checks: Promise<ReadinessChecks> } | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly watcher: GenerationWatcher,
    private readonly shedding: LoadShedding,
  ) {}

  /** Makes the process unready for the rest of its life: it is about to stop. */
  drain(): void {
    this.isDraining = true;
  }

  /** The result of each check; those of the database are at most a second old. */
  async check(): Promise<ReadinessChecks> {
    const now = performance.now();
    if (this.latest === undefined || now - this.latest.at >= REUSE_MS)
      this.latest = { at: now, checks: this.run() };
    const checks = { ...(await this.latest.checks), shutdown: !this.isDraining };
    this.hasStarted ||= Object.values(checks).every(Boolean);
    return checks;
  }

  /** How many replicas of the database reads use, of how many; `undefined` without any. The service works without them. */
  get replicas(): { readonly used: number; readonly configured: number } | undefined {
    const { replicas } = this.storage;
    if (replicas.length === 0) return undefined;
    return { used: replicas.filter(({ isUsed }) => isUsed).length, configured: replicas.length };
  }

  /** The checks until all have succeeded once; afterwards, all are true. */
  async checkStarted(): Promise<ReadinessChecks> {
    return this.hasStarted ? ALL_UP : this.check();
  }

  private async run(): Promise<ReadinessChecks> {
    const [storage, schema] = await Promise.all([
      isUp(() => this.storage.ping().then(() => true)),
      isUp(() => this.storage.isMigrated()),
    ]);
    return {
      storage,
      schema,
      changes: this.watcher.pollAgeMs < this.watcher.pollAgeMaximumMs,
      load: this.shedding.sheddingSeconds <= SHEDDING_SECONDS_MAXIMUM,
      shutdown: true,
    };
  }
}

const ALL_UP: ReadinessChecks = { storage: true, schema: true, changes: true, load: true, shutdown: true };

async function isUp(check: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PING_LIMIT_MS, false).unref();
  });
  const up = await Promise.race([check().catch(() => false), timeout]);
  clearTimeout(timer);
  return up;
}
