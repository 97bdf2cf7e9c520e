import { jest } from '@jest/globals';
import { MetricsServer } from '@content-service/app';
import { fileKey, FileStore, FileStoreFull, FileStoreUnavailable, ImageEngine } from '@content-service/files';
import { EntryStore } from '@content-service/entries';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { createJpeg, FileSite, identify, REPORTS } from './file-site.js';

const DAY = 24 * 60 * 60;

describe('the metrics of files', () => {
  let site: FileSite;
  let store: FileStore;
  let metricsUrl: string;
  beforeAll(async () => {
    const port = String(await freePort());
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    site = await FileSite.start({ METRICS_PORT: port });
    await site.app.nest.get(MetricsServer).start();
    store = site.app.nest.get(FileStore);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => site.stop());

  const read = async (name: string): Promise<number> => {
    const lines = (await (await fetch(metricsUrl)).text()).split('\n');
    return Number(lines.find((line) => line.startsWith(`content_service_${name} `))?.split(' ')[1]);
  };
  /** @returns by how much values grow during an act */
  const grow = async (names: readonly string[], act: () => Promise<unknown>): Promise<readonly number[]> => {
    const before = await Promise.all(names.map(read));
    await act();
    return Promise.all(names.map(async (name, n) => (await read(name)) - (before[n] ?? 0)));
  };
  const upload = async (): Promise<number> =>
    (await site.upload(`${REPORTS}/field_photo`, 'tram.jpg', await createJpeg())).status;

  it('count stored uploads with their bytes', async () => {
    const { length } = await createJpeg();
    const names = ['uploads_total{outcome="stored"}', 'uploaded_bytes_total', 'open_uploads'];

    expect(await grow(names, upload)).toEqual([1, length, 0]);
  });

  it.each<[outcome: string, status: number, fail: () => unknown]>([
    ['refused', 422, () => undefined],
    ['full', 507, () => jest.spyOn(store, 'put').mockRejectedValue(new FileStoreFull('full'))],
    ['unavailable', 503, () => jest.spyOn(store, 'put').mockRejectedValue(new FileStoreUnavailable('gone'))],
    [
      'failed',
      500,
      () => jest.spyOn(site.app.nest.get(EntryStore), 'apply').mockRejectedValue(new Error('Broken')),
    ],
  ])('count an upload as %s that is answered with %i', async (outcome, expected, fail) => {
    fail();
    const name = outcome === 'refused' ? 'tram.exe' : 'tram.jpg';
    let status = 0;
    const act = async (): Promise<void> => {
      ({ status } = await site.upload(`${REPORTS}/field_photo`, name, await createJpeg()));
    };

    expect(await grow([`uploads_total{outcome="${outcome}"}`, 'open_uploads'], act)).toEqual([1, 0]);
    expect(status).toBe(expected);
  });

  it('count pictures that are made, with their time, and those that cannot be', async () => {
    const id = await site.uploadPhoto();
    await site.report({ field_photo: identify(id) });
    const { links } = (await site.file(id)).body.data;
    const open = (style: string): Promise<unknown> =>
      site.app.api.asAnonymous().get(new URL(links[style].href).pathname);
    const names = ['renderings_total{outcome="made"}', 'rendering_duration_seconds_count'];

    expect(await grow(names, () => open('large'))).toEqual([1, 1]);
    expect(await grow(names, () => open('large'))).toEqual([0, 0]);
    const failed = ['renderings_total{outcome="failed"}', 'rendering_duration_seconds_count'];
    jest.spyOn(store, 'stat').mockRejectedValue(new FileStoreUnavailable('gone'));
    expect(await grow(failed, () => open('medium'))).toEqual([1, 0]);
  });

  it('have the pictures that wait', async () => {
    const id = await site.uploadPhoto();
    await site.report({ field_photo: identify(id) });
    const { links } = (await site.file(id)).body.data;
    const url = await site.url();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const engine = site.app.nest.get(ImageEngine);
    const render = engine.render.bind(engine);
    jest.spyOn(engine, 'render').mockImplementation(async (...parameters) => {
      await released;
      return render(...parameters);
    });
    const answers = ['thumbnail', 'medium', 'large', 'square', 'wide'].map((style) =>
      fetch(url + new URL(links[style].href).pathname),
    );

    await eventually(async () => (await read('waiting_renderings')) === 3);
    release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await read('waiting_renderings')).toBe(0);
  });

  it('have the files that the last sweep found without bytes, and the objects that it removed', async () => {
    const [linked] = [await site.uploadPhoto(), await site.uploadPhoto()];
    await site.report({ field_photo: identify(linked) });
    await store.remove([fileKey(linked)]);
    site.app.clock.advance(2 * DAY);

    expect(await read('files_without_bytes')).toBe(0);
    const [removed = 0] = await grow(['swept_objects_total'], () => site.sweep());
    expect(removed).toBeGreaterThanOrEqual(1);
    expect(await read('files_without_bytes')).toBe(1);
  });
});
