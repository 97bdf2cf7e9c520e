import { DomainError } from '@content-service/kernel';

const SOURCE = { source: { parameter: 'resourceVersion' } };

/** The signature of a preview is not that of the entry: it belongs to another one, or the link is incomplete. */
export class PreviewInvalid extends DomainError {
  constructor() {
    super(
      'preview_invalid',
      'The signature of this preview does not open this entry. Copy the whole link, or open the preview again.',
      SOURCE,
    );
  }
}

/** The time of a preview is over. */
export class PreviewExpired extends DomainError {
  constructor() {
    super(
      'preview_expired',
      'This preview has expired. Open it again: a link is valid for 15 minutes.',
      SOURCE,
    );
  }
}
