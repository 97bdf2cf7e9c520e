import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Identifier, Json, Linkage } from '../../jsonapi/document.js';
import { formatTypePath } from '../../jsonapi/json-api.js';
import { DropZone } from '../../uploads/drop-zone.js';
import { uploadFile, type UploadOptions } from '../../uploads/upload-file.js';
import { UploadList } from '../../uploads/upload-list.js';
import { useUploads } from '../../uploads/use-uploads.js';
import { FILE_TYPE } from '../file-fields.js';
import { toIdentifiers } from '../pictures/find-picture.js';
import { formatKey, LinkageGroup } from '../references/linked-items.js';
import type { WidgetProps } from '../widgets/widget.js';
import { FileItem } from './file-item.js';
import { describeLimits, findRefusal, formatAccept } from './file-rules.js';
import { useLinkedFiles } from './use-linked-files.js';

interface FileInputProps extends Omit<WidgetProps, 'labelHidden'> {
  /** The resource type of the entry with the field. */
  readonly type: string;
}

/** The files of a field in their order, and a place for more. */
export function FileInput({
  field,
  type,
  label,
  value,
  onChange,
  error,
  disabled,
}: FileInputProps): ReactNode {
  const isMultiple = field.cardinality !== 1;
  const linked = toIdentifiers(value as unknown as Linkage);
  const latestRef = useRef(linked);
  // Only after a new value, and before anything else runs: an effect after the paint would take back what `change` has added since.
  useLayoutEffect(() => {
    latestRef.current = toIdentifiers(value as unknown as Linkage);
  }, [value]);
  const { files, remember } = useLinkedFiles(linked);
  const isFull = field.cardinality > 0 && linked.length >= field.cardinality;
  const limits = describeLimits(field);

  function change(next: readonly Identifier[]): void {
    // Several uploads can end before the next rendering.
    latestRef.current = next;
    onChange((isMultiple ? next : (next[0] ?? null)) as unknown as Json);
  }

  async function upload(file: File, options: UploadOptions): Promise<string> {
    const refusal = findRefusal(file, field);
    if (refusal !== undefined) throw new Error(refusal);
    const entry = await uploadFile(`${formatTypePath(type)}/${field.name}`, file, options);
    remember(entry);
    return entry.id;
  }

  const uploads = useUploads(async (file, options) => {
    assertRoom();
    const id = await upload(file, options);
    // Others may have ended meanwhile.
    assertRoom();
    change([...latestRef.current, { type: FILE_TYPE, id }]);
  });

  function assertRoom(): void {
    const { cardinality } = field;
    if (cardinality > 0 && latestRef.current.length >= cardinality)
      throw new Error(t`This field has as many files as it takes.`);
  }

  return (
    <LinkageGroup field={field} label={label} error={error}>
      <Stack gap="sm" mt={4}>
        {linked.length > 0 && (
          <Stack gap="sm" data-rows>
            {linked.map((identifier, index) => (
              <FileItem
                key={formatKey(linked, index)}
                field={field}
                linked={linked}
                index={index}
                file={files.get(identifier.id)}
                isRefused={error !== undefined}
                disabled={disabled}
                upload={upload}
                onReplace={(id) => {
                  const at = latestRef.current.findIndex((one) => one.id === identifier.id);
                  if (at !== -1) change(latestRef.current.with(at, { ...identifier, id }));
                }}
                onChange={change}
              />
            ))}
          </Stack>
        )}
        <UploadList uploads={uploads} label={label} />
        {!disabled && !isFull && (
          <DropZone name={label} multiple={isMultiple} accept={formatAccept(field)} onFiles={uploads.add}>
            {limits !== '' && (
              <Text size="xs" c="dimmed" mt={4}>
                {limits}
              </Text>
            )}
          </DropZone>
        )}
      </Stack>
    </LinkageGroup>
  );
}
