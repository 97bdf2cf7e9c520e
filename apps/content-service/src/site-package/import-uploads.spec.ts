import { EventEmitter, once } from 'node:events';
import { parseConfig } from '../config/config.js';
import { ImportUploads } from './import-uploads.js';

const exhausted = { code: 'uploads_exhausted', retryAfterSeconds: 60 };

describe('ImportUploads', () => {
  let uploads: ImportUploads;
  beforeEach(() => {
    uploads = new ImportUploads(parseConfig({ DATABASE_URL: 'memory:', IMPORT_LIMIT_BYTES: '1000' }));
  });

  /** An upload of so many bytes that lasts until `end` or `abort` is called. */
  const start = (actor: string, bytes = 0) => {
    const gate = new EventEmitter();
    const done = uploads.run(actor, async (reserve) => {
      reserve(bytes);
      await once(gate, 'end');
    });
    return {
      end: (): boolean => gate.emit('end'),
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
    const [first] = [start('a'), start('b'), start('c')];

    await expect(start('d').done).rejects.toMatchObject(exhausted);
    first.end();
    await first.done;
    const next = start('d');
    next.end();
    await expect(next.done).resolves.toBeUndefined();
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
});
