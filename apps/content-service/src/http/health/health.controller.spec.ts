import type { Server } from 'node:http';
import { jest } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { TerminusModule } from '@nestjs/terminus';
import request from 'supertest';
import { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { LoadShedding } from '../../platform/load/load-shedding.js';
import { GenerationWatcher } from '../../platform/change-channel/generation-watcher.js';
import { HealthController } from './health.controller.js';
import { Readiness } from '../../platform/health/readiness.js';

/** The parts that the checks look at. */
interface Parts {
  readonly watcher: { pollAgeMs: number };
  readonly shedding: { sheddingSeconds: number };
  readonly storage: Storage;
}

const UNREACHABLE = new Error('connect ECONNREFUSED 10.0.0.7:3306');

describe('GET /health/ready', () => {
  it.each<[check: string, breakPart: (parts: Parts, readiness: Readiness) => void]>([
    ['storage', ({ storage }) => (storage.ping = () => Promise.reject(UNREACHABLE))],
    ['schema', ({ storage }) => (storage.isMigrated = () => Promise.resolve(false))],
    ['changes', ({ watcher }) => (watcher.pollAgeMs = 10_000)],
    ['load', ({ shedding }) => (shedding.sheddingSeconds = 6)],
    [
      'shutdown',
      (_, readiness) => {
        readiness.drain();
      },
    ],
  ])('is 503 while the check %s fails and names it without its cause', async (check, breakPart) => {
    await withHealth(async (get, parts, readiness) => {
      breakPart(parts, readiness);

      const response = await get('/health/ready');

      expect([response.status, response.body]).toMatchObject([
        503,
        { status: 'error', error: { [check]: { status: 'down' } } },
      ]);
      expect(Object.keys((response.body as { error: object }).error)).toEqual([check]);
      expect(response.text).not.toContain('ECONNREFUSED');
    });
  });

  it('is 200 while no replica of the database is used, and shows their number', async () => {
    await withHealth(async (get, { storage }) => {
      const replica = { number: 1, isUsed: false, lagMs: undefined, fault: UNREACHABLE.message };
      jest.spyOn(storage, 'replicas', 'get').mockReturnValue([replica]);

      const response = await get('/health/ready');

      expect([response.status, response.body]).toMatchObject([
        200,
        { details: { replicas: { status: 'up', used: 0, configured: 1 } } },
      ]);
      expect(response.text).not.toContain('ECONNREFUSED');
    });
  });

  it('asks the database at most once a second', async () => {
    await withHealth(async (get, { storage }) => {
      let pings = 0;
      storage.ping = async () => {
        pings += 1;
      };

      for (let n = 0; n < 10; n++) await get('/health/ready');

      expect(pings).toBeLessThanOrEqual(2);
    });
  });
});

describe('GET /health/startup', () => {
  it('is 503 until the checks have succeeded once, and 200 from then on', async () => {
    await withHealth(async (get, { watcher, shedding }, readiness) => {
      watcher.pollAgeMs = Infinity;
      const before = await get('/health/startup');
      watcher.pollAgeMs = 0;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const started = await get('/health/startup');
      shedding.sheddingSeconds = 60;
      readiness.drain();

      expect([before.status, started.status, (await get('/health/startup')).status]).toEqual([503, 200, 200]);
    });
  });
});

type Get = (path: string) => Promise<request.Response>;

/** Runs a task with the health endpoints over a storage in memory. */
async function withHealth(
  task: (get: Get, parts: Parts, readiness: Readiness) => Promise<void>,
): Promise<void> {
  const storage = new RecordStorage(new MemoryRecordStore());
  const [watcher, shedding] = [{ pollAgeMs: 0, pollAgeMaximumMs: 5000 }, { sheddingSeconds: 0 }];
  const module = await Test.createTestingModule({
    imports: [TerminusModule.forRoot({ logger: false })],
    controllers: [HealthController],
    providers: [
      Readiness,
      { provide: Storage, useValue: storage },
      { provide: GenerationWatcher, useValue: watcher },
      { provide: LoadShedding, useValue: shedding },
    ],
  }).compile();
  const app = await module.createNestApplication({ logger: false }).init();
  const server = app.getHttpServer() as Server;
  try {
    await task((path) => request(server).get(path), { watcher, shedding, storage }, app.get(Readiness));
  } finally {
    await app.close();
  }
}
