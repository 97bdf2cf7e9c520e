import { type ResourceType, toResourceTypes } from '../entries/resource-type.js';
import type { ContentModel, Field } from '../management-api/resources.js';

/** A bundle of media whose entries have an image. */
export interface ImageType extends ResourceType {
  /** The first field of the bundle for one image. */
  readonly imageField: Field;
}

/** The bundles of media. */
export function getMediaTypes(model: ContentModel): readonly ResourceType[] {
  return toResourceTypes(model).filter(({ entityType }) => entityType === 'media');
}

/** The bundles of media with a field for one image, to which pictures are uploaded. */
export function getImageTypes(model: ContentModel): readonly ImageType[] {
  return getMediaTypes(model).flatMap((type) => {
    const imageField = type.fields.find((field) => field.type === 'image' && field.cardinality === 1);
    return imageField === undefined ? [] : [{ ...type, imageField }];
  });
}
