import { sha256, TurnedClock } from '@content-service/kernel';
import { storageOf } from '../app.module.js';
import { configFrom } from '../config.js';
import { Pruning } from './pruning.js';

const DAY = 86_400;

describe('Pruning', () => {
  it('forgets what has expired, codes a day later and audit events after their time', async () => {
    const clock = new TurnedClock();
    const storage = await storageOf(configFrom({ DATABASE_URL: 'memory:' }));
    const now = clock.now();
    const session = {
      idHash: sha256('session'),
      userId: 'u',
      accessEpoch: 1,
      startedAt: now,
      expiresAt: now + 60,
    };
    const about = { clientId: 'c', userId: 'u', redirectUri: 'https://a.example', scope: '', familyId: 'f' };
    const code = { codeHash: sha256('code'), ...about, expiresAt: now + 300 };
    const event = {
      id: 'e',
      at: now,
      who: { kind: 'operator' },
      action: 'key.rotated',
      details: {},
    } as const;
    await storage.sessions.start(session);
    await storage.authorizationCodes.save(code);
    await storage.audit.append([event]);
    await storage.throttle.increment('key', 60, now);
    const pruning = new Pruning(storage, clock, 2);

    await pruning.prune();
    expect(await storage.sessions.find(session.idHash)).toEqual(session);

    clock.turn(DAY);
    await pruning.prune();
    expect(await storage.sessions.find(session.idHash)).toBeUndefined();
    expect(await storage.authorizationCodes.find(code.codeHash)).toEqual(code);
    expect((await storage.audit.page({}, { limit: 9 })).events).toEqual([event]);

    clock.turn(DAY + 301);
    await pruning.prune();
    expect(await storage.authorizationCodes.find(code.codeHash)).toBeUndefined();
    expect((await storage.audit.page({}, { limit: 9 })).events).toEqual([]);
  });
});
