import { Counter, Gauge } from 'prom-client';
import type { Entry } from '@content-service/entries';
import { FileStoreFull, FileStoreUnavailable, UploadsBusy } from '@content-service/files';
import { findErrorStatus } from '@content-service/jsonapi';
import { DomainError } from '@content-service/kernel';
import type { Metrics } from '../../platform/metrics/metrics.js';
import { BodyUnreadable } from '../protocol/http.errors.js';

const OUTCOMES = ['stored', 'refused', 'aborted', 'busy', 'full', 'unavailable', 'failed'] as const;

type Outcome = (typeof OUTCOMES)[number];

/** The uploads of files that this process receives. */
export class UploadMetrics {
  private readonly uploads: Counter<'outcome'>;
  private readonly bytes: Counter;
  private readonly open: Gauge;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.uploads = new Counter({
      name: 'content_service_uploads_total',
      help: 'Uploads of files by outcome: stored, refused (4xx), aborted (by the client), busy (too many at once), full and unavailable (the place of files), failed.',
      labelNames: ['outcome'] as const,
      registers,
    });
    this.bytes = new Counter({
      name: 'content_service_uploaded_bytes_total',
      help: 'Bytes of the uploaded files that were stored.',
      registers,
    });
    this.open = new Gauge({
      name: 'content_service_open_uploads',
      help: 'Uploads of files in progress.',
      registers,
    });
    for (const outcome of OUTCOMES) this.uploads.inc({ outcome }, 0);
  }

  /** Measures an upload. @param receive returns the entry of the file */
  async measure(receive: () => Promise<Entry>): Promise<Entry> {
    this.open.inc();
    try {
      const file = await receive();
      this.uploads.inc({ outcome: 'stored' });
      this.bytes.inc(Number(file.attributes['filesize']));
      return file;
    } catch (error) {
      this.uploads.inc({ outcome: toOutcome(error) });
      throw error;
    } finally {
      this.open.dec();
    }
  }
}

function toOutcome(error: unknown): Outcome {
  if (error instanceof BodyUnreadable) return 'aborted';
  if (error instanceof UploadsBusy) return 'busy';
  if (error instanceof FileStoreFull) return 'full';
  if (error instanceof FileStoreUnavailable) return 'unavailable';
  const status = error instanceof DomainError ? findErrorStatus(error.code)?.status : undefined;
  return status !== undefined && status < 500 ? 'refused' : 'failed';
}
