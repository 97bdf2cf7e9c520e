import { STATUS } from '../entries/resource-type.js';
import { getDefaultValues, toMembers } from '../entries/values.js';
import type { Resource } from '../jsonapi/document.js';
import { formatTypePath, jsonApi } from '../jsonapi/json-api.js';
import { uploadFile, type UploadOptions } from '../uploads/upload-file.js';
import type { ImageType } from './media-types.js';

/** Uploads a picture. @returns the entry of its file, which is hidden until a medium links it */
export function uploadPicture(
  { type, imageField }: ImageType,
  file: File,
  options: UploadOptions,
): Promise<Resource> {
  return uploadFile(`${formatTypePath(type)}/${imageField.name}`, file, options);
}

/**
 * Uploads a picture and creates its medium, published, with the name of the file.
 *
 * @returns the entry of the file, as it was before the medium published it
 * @throws ApiError
 */
export async function createMedium(
  imageType: ImageType,
  file: File,
  options: UploadOptions,
): Promise<Resource> {
  const { type, fields, labelField, imageField } = imageType;
  const uploaded = await uploadPicture(imageType, file, options);
  const { id } = uploaded;
  const values = {
    ...getDefaultValues(fields),
    ...{ [labelField.name]: file.name, [STATUS]: true, [imageField.name]: { type: 'file--file', id } },
  };
  const written = [...imageType.allFields].filter(({ name }) => name in values);
  await jsonApi.create(type, toMembers(values, written));
  return uploaded;
}
