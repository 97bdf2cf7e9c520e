import { t } from '@lingui/core/macro';
import { Box, Card, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { EntryPicture } from '../entries/pictures/entry-picture.js';
import { findPicture } from '../entries/pictures/find-picture.js';
import { getTitle, STATUS } from '../entries/resource-type.js';
import { RelativeTime } from '../forms/relative-time.js';
import type { Resource } from '../jsonapi/document.js';
import type { ContentModel } from '../management-api/resources.js';

interface MediaGridProps {
  readonly media: readonly Resource[];
  /** The files of the media, among others. */
  readonly included: readonly Resource[];
  readonly model: ContentModel;
  readonly isList: boolean;
  /** The ids of those that are chosen; `undefined` where a medium is opened. */
  readonly chosen?: ReadonlySet<string> | undefined;
  readonly onOpen: (medium: Resource) => void;
}

/** Media as cards with their pictures, or as rows; each is a button. */
export function MediaGrid({ media, included, model, isList, chosen, onOpen }: MediaGridProps): ReactNode {
  const items = media.map((medium) => (
    <Card
      key={medium.id}
      withBorder
      p="xs"
      component="li"
      className="media-item"
      data-chosen={chosen?.has(medium.id) === true || undefined}
    >
      <UnstyledButton
        w="100%"
        data-medium={medium.id}
        aria-pressed={chosen?.has(medium.id)}
        onClick={() => {
          onOpen(medium);
        }}
      >
        <MediumSummary medium={medium} included={included} model={model} isList={isList} />
      </UnstyledButton>
    </Card>
  ));
  if (isList)
    return (
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {items}
      </Stack>
    );
  return (
    <Box component="ul" className="media-grid">
      {items}
    </Box>
  );
}

interface MediumSummaryProps extends Pick<MediaGridProps, 'included' | 'model' | 'isList'> {
  readonly medium: Resource;
}

function MediumSummary({ medium, included, model, isList }: MediumSummaryProps): ReactNode {
  const picture = findPicture(medium, included, model);
  const { changed } = medium.attributes;
  const texts = (
    <div style={{ minWidth: 0 }}>
      <Text size="sm" truncate>
        {getTitle(medium, model)}
      </Text>
      <Group gap={6}>
        {medium.attributes[STATUS] === false && (
          <Text size="xs" c="dimmed" span>
            {t`Draft`}
          </Text>
        )}
        {isList && typeof changed === 'string' && <RelativeTime at={changed} size="xs" isPast />}
      </Group>
    </div>
  );
  if (isList)
    return (
      <Group gap="sm" wrap="nowrap">
        <EntryPicture type={medium.type} url={picture} size={48} />
        {texts}
      </Group>
    );
  return (
    <Stack gap={6}>
      <EntryPicture type={medium.type} url={picture} size={110} />
      {texts}
    </Stack>
  );
}
