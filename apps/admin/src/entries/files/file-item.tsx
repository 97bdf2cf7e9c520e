import { t } from '@lingui/core/macro';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBytes } from '../../forms/format-bytes.js';
import type { Identifier, Resource } from '../../jsonapi/document.js';
import { TextLink } from '../../layout/links.js';
import type { Field } from '../../management-api/resources.js';
import type { UploadOptions } from '../../uploads/upload-file.js';
import { UploadList } from '../../uploads/upload-list.js';
import { useUploads } from '../../uploads/use-uploads.js';
import { FILE_TYPE } from '../file-fields.js';
import { EntryPicture } from '../pictures/entry-picture.js';
import { findFilePicture } from '../pictures/file-picture.js';
import { LinkedRow } from '../references/linked-items.js';
import { formatAccept } from './file-rules.js';
import { ImageTexts } from './image-texts.js';

interface FileItemProps {
  readonly field: Field;
  readonly linked: readonly Identifier[];
  /** The position among `linked`. */
  readonly index: number;
  /** `undefined` while it is loading, and for a file that the user cannot see. */
  readonly file: Resource | undefined;
  /** Whether the field was refused; an image without alternative text is marked then. */
  readonly isRefused: boolean;
  readonly disabled: boolean;
  /** Uploads a file to the field. @returns its id */
  readonly upload: (file: File, options: UploadOptions) => Promise<string>;
  readonly onReplace: (id: string) => void;
  readonly onChange: (linked: readonly Identifier[]) => void;
}

/** A linked file: its picture with its texts, or its name, and what moves, replaces and removes it. */
export function FileItem(props: FileItemProps): ReactNode {
  const { field, linked, index, file, isRefused, disabled, upload, onReplace, onChange } = props;
  const identifier = linked[index] ?? { type: FILE_TYPE, id: '' };
  const name = getName(file) ?? identifier.id;
  const uploads = useUploads(async (chosen, options) => {
    onReplace(await upload(chosen, options));
  });
  const row = { list: field.name, linked, index, name, disabled, onChange };
  return (
    <LinkedRow {...row} align="flex-start">
      <Group gap="sm" align="flex-start" flex={1} miw={0}>
        <EntryPicture
          type={FILE_TYPE}
          url={file && findFilePicture(file)}
          size={field.type === 'image' ? 96 : 40}
        />
        <Stack gap={6} flex="1 1 220px" miw={0}>
          <Group gap="xs" wrap="nowrap">
            <TextLink
              to="/entries/$type/$id"
              params={{ type: FILE_TYPE, id: identifier.id }}
              size="sm"
              lh="24px"
              truncate
            >
              {name}
            </TextLink>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {describe(file)}
            </Text>
          </Group>
          {field.type === 'image' && (
            <ImageTexts
              name={name}
              meta={identifier.meta ?? {}}
              isRefused={isRefused}
              disabled={disabled}
              onChange={(meta) => {
                onChange(linked.with(index, { ...identifier, meta }));
              }}
            />
          )}
          <UploadList uploads={uploads} label={field.label} />
          {!disabled && (
            <Group gap="xs">
              <FileButton
                accept={formatAccept(field) ?? ''}
                inputProps={{ 'aria-label': t`File in place of ${name}`, tabIndex: -1 }}
                onChange={(chosen) => {
                  if (chosen !== null) uploads.add([chosen]);
                }}
              >
                {(button) => (
                  <Button {...button} variant="default" size="compact-xs" aria-label={t`Replace ${name}`}>
                    {t`Replace`}
                  </Button>
                )}
              </FileButton>
            </Group>
          )}
        </Stack>
      </Group>
    </LinkedRow>
  );
}

function getName(file: Resource | undefined): string | undefined {
  const name = file?.attributes['filename'];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Such as `1200 × 800 · 2.4 MB`. */
function describe(file: Resource | undefined): string {
  const { width, height, filesize } = file?.attributes ?? {};
  const size = typeof filesize === 'number' ? formatBytes(filesize) : undefined;
  const pixels = typeof width === 'number' && typeof height === 'number' ? `${width} × ${height}` : undefined;
  return [pixels, size].filter((part) => part !== undefined).join(' · ');
}
