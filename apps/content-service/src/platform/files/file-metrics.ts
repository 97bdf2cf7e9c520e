import { Counter, Histogram } from 'prom-client';
import { type FileActivity, RENDERING_OUTCOMES, type RenderingOutcome } from '@content-service/files';
import type { Metrics } from '../metrics/metrics.js';

/** Boundaries in seconds, up to the time limit of a rendering. */
const RENDERING_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20];

/** What this process does with stored files: it makes pictures and sweeps. */
export class FileMetrics implements FileActivity {
  private readonly renderings: Counter<'outcome'>;
  private readonly renderingSeconds: Histogram;
  private readonly sweptObjects: Counter;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.renderings = new Counter({
      name: 'content_service_renderings_total',
      help: 'Pictures that were asked for and not stored yet, by outcome: made, unreadable (the image), busy (too many at once), failed (the place of files).',
      labelNames: ['outcome'] as const,
      registers,
    });
    this.renderingSeconds = new Histogram({
      name: 'content_service_rendering_duration_seconds',
      help: 'Time in which a picture was made and stored, without the wait for other pictures.',
      buckets: RENDERING_SECONDS,
      registers,
    });
    this.sweptObjects = new Counter({
      name: 'content_service_swept_objects_total',
      help: 'Objects that files.sweep has removed: those of unused files, those without an entry, and outdated pictures.',
      registers,
    });
    for (const outcome of RENDERING_OUTCOMES) this.renderings.inc({ outcome }, 0);
  }

  rendered(outcome: RenderingOutcome, seconds?: number): void {
    this.renderings.inc({ outcome });
    if (seconds !== undefined) this.renderingSeconds.observe(seconds);
  }

  swept(objects: number): void {
    this.sweptObjects.inc(objects);
  }
}
