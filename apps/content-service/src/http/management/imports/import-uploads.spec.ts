import { EventEmitter, once } from 'node:events';
import { jest } from '@jest/globals';
import { parseConfig } from '../../../platform/config/config.js';
import { ImportUploads } from './import-uploads.js';

const exhausted = { code: 'uploads_exhausted', retryAfterSeconds: 60 };

describe('ImportUploads', () => {
  let uploads: ImportUploads;
  beforeEach(() => {
    uploads = new ImportUploads(parseConfig({ DATABASE_URL: 'memory:', IMPORT_LIMIT_BYTES: '1000' }));
  });

  /** An upload of so many bytes that lasts until `end` or `abort` is called. */
  const start = (actor: string, bytes = 0, isAdministrator = true) => {
    const gate = new EventEmitter();
    const done = uploads.run({ id: actor, isAdministrator }, async ({ reserve, signal }) => {
      reserve(bytes);
      gate.on('reserve', reserve);
      await once(gate, 'end', { signal }).catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error;
      });
    });
    return {
      end: (): boolean => gate.emit('end'),
      receive: (more: number): boolean => gate.emit('reserve', more),
      abort: (): boolean => gate.emit('error', new Error('aborted')),
      done,
    };
  };

  it.each(['end', 'abort'] as const)('has one place for an actor, free again after its %s', async (how) => {
    const first = start('a');
    await expect(start('a').done).rejects.toMatchObject({ code: 'upload_running' });

    first[how]();
    await first.done.catch(() => undefined);

    const second = start('a');
    second.end();
    await expect(second.done).resolves.toBeUndefined();
  });

  it('has three places', async () => {
    const [first, ...others] = [start('a'), start('b'), start('c')];

    await expect(start('d').done).rejects.toMatchObject(exhausted);
    first.end();
    await first.done;
    const next = start('d');
    for (const { end } of [next, ...others]) end();
    await expect(Promise.all([next, ...others].map(({ done }) => done))).resolves.toBeDefined();
  });

  it('takes as many bytes of all uploads together as of one site package', async () => {
    const first = start('a', 600);

    await expect(start('b', 401).done).rejects.toMatchObject(exhausted);
    const second = start('b', 400);
    await expect(start('c', 1).done).rejects.toMatchObject(exhausted);
    first.end();
    await first.done;
    const third = start('c', 600);
    for (const { end } of [second, third]) end();
    await expect(Promise.all([second.done, third.done])).resolves.toBeDefined();
  });

  it('keeps a place and bytes for an administrator', async () => {
    const others = [start('a', 500, false), start('b', 500, false)];

    await expect(start('c', 0, false).done).rejects.toMatchObject(exhausted);
    const administrator = start('d', 1000);
    for (const { end } of [...others, administrator]) end();
    await expect(Promise.all([...others, administrator].map(({ done }) => done))).resolves.toBeDefined();
  });

  describe('at less than 64 KiB/s', () => {
    const MINUTE = 64 * 1024 * 60;
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
      uploads = new ImportUploads(parseConfig({ DATABASE_URL: 'memory:' }));
    });
    afterEach(() => jest.useRealTimers());

    it.each([0, MINUTE - 1])(
      'ends an upload of %d bytes after a minute and frees its place',
      async (bytes) => {
        const first = start('a', bytes);
        const refused = expect(first.done).rejects.toMatchObject({ code: 'body_too_slow' });

        jest.advanceTimersByTime(60_000);

        await refused;
        const second = start('a');
        second.end();
        await expect(second.done).resolves.toBeUndefined();
      },
    );

    it('judges each minute by itself', async () => {
      const first = start('a', 10 * MINUTE);
      jest.advanceTimersByTime(60_000);
      first.receive(MINUTE);
      jest.advanceTimersByTime(60_000);
      const refused = expect(first.done).rejects.toMatchObject({ code: 'body_too_slow' });
      first.receive(MINUTE - 1);

      jest.advanceTimersByTime(60_000);

      await refused;
    });
  });
});
