import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBytes } from '../../forms/format-bytes.js';
import type { Identifier, Resource } from '../../jsonapi/document.js';
import { TextLink } from '../../layout/links.js';
import type { ContentModel } from '../../management-api/resources.js';
import { EntryPicture } from '../pictures/entry-picture.js';
import { findFilePicture } from '../pictures/file-picture.js';
import { getTitle } from '../resource-type.js';

/** Files of one cell. */
const SHOWN = 3;

interface FileLinksProps {
  readonly targets: readonly Identifier[];
  readonly included: readonly Resource[];
  readonly model: ContentModel;
}

/** Linked files in the table of entries: pictures as such, other files by name and size. */
export function FileLinks({ targets, included, model }: FileLinksProps): ReactNode {
  return (
    <Group gap={6}>
      {targets.slice(0, SHOWN).map(({ type, id }, index) => {
        const file = included.find((resource) => resource.id === id);
        const picture = file && findFilePicture(file);
        const title = file === undefined ? id : getTitle(file, model);
        return (
          <TextLink
            key={`${id} ${index}`}
            size="sm"
            to="/entries/$type/$id"
            params={{ type, id }}
            {...(picture !== undefined && { 'aria-label': title })}
          >
            {picture === undefined ? (
              `${title}${formatSize(file)}`
            ) : (
              <EntryPicture type={type} url={picture} size={32} />
            )}
          </TextLink>
        );
      })}
      {targets.length > SHOWN && (
        <Text size="sm">
          <Trans>and {targets.length - SHOWN} more</Trans>
        </Text>
      )}
    </Group>
  );
}

/** Such as ` (2.4 MB)`. */
function formatSize(file: Resource | undefined): string {
  const bytes = file?.attributes['filesize'];
  return typeof bytes === 'number' ? ` (${formatBytes(bytes)})` : '';
}
