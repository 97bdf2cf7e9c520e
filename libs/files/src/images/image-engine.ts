import { DomainError } from '@content-service/kernel';
import type { SourceFile } from '../file.store.js';
import type { DerivedPicture } from './derivative.js';

/** An image cannot be decoded to its end, or a picture of it takes too long. */
export class ImageUnreadable extends DomainError {
  /** @param cause is logged and not shown */
  constructor(cause: unknown) {
    super('image_unreadable', 'No picture can be made from this image: it is damaged, or takes too long.', {
      cause,
    });
  }
}

/** The process renders as many pictures as it can, and as many wait. */
export class ImagesBusy extends DomainError {
  readonly retryAfterSeconds = 2;

  constructor() {
    super('images_busy', 'Too many pictures are being made; try again in a moment.');
  }
}

/** How a picture is made: what of the image is used, to which size it is scaled, and the format. */
export type Rendering = Pick<DerivedPicture, 'crop' | 'scaled' | 'size' | 'format' | 'quality'>;

/**
 * Port: makes pictures from images. A picture is upright, in sRGB, and has no metadata, so that nothing of the place where a
 * photograph was taken is shown. An image with several frames gives its first one.
 */
export abstract class ImageEngine {
  /**
   * Renders a picture to a new file.
   *
   * @param source path of the image on this machine; it is not changed
   * @param folder where the new file is made, under a random name; nothing of it remains after an error
   * @returns the file with its size and media type
   * @throws ImageUnreadable
   */
  abstract render(source: string, folder: string, rendering: Rendering): Promise<SourceFile>;
}
