import { t } from '@lingui/core/macro';
import { formatBytes } from '../../forms/format-bytes.js';
import type { Field } from '../../management-api/resources.js';

/** The attribute `accept` of an input for the files of a field. */
export function formatAccept({ type, settings: { fileExtensions } }: Field): string | undefined {
  if (fileExtensions !== undefined) return fileExtensions.map((extension) => `.${extension}`).join(',');
  return type === 'image' ? 'image/*' : undefined;
}

/** Why a field refuses a file, before it is sent; the service knows further reasons. */
export function findRefusal(
  { name, size }: Pick<File, 'name' | 'size'>,
  { settings: { fileExtensions, maxBytes } }: Field,
): string | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (fileExtensions !== undefined && !fileExtensions.includes(extension))
    return t`This field takes files of the types ${fileExtensions.join(', ')}.`;
  if (maxBytes !== undefined && size > maxBytes)
    return t`The file has ${formatBytes(size)}. This field takes files of at most ${formatBytes(maxBytes)}.`;
  return undefined;
}

/** The limits of a field in words, such as `png, jpg · at most 2 MB each`; empty without any. */
export function describeLimits({ settings: { fileExtensions, maxBytes } }: Field): string {
  const types = fileExtensions?.join(', ');
  const size = maxBytes === undefined ? undefined : t`at most ${formatBytes(maxBytes)} each`;
  return [types, size].filter((part) => part !== undefined).join(' · ');
}
