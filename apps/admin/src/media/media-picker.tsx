import { t } from '@lingui/core/macro';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Resource } from '../jsonapi/document.js';
import type { ContentModel } from '../management-api/resources.js';
import { type LoadedMedia, MediaBrowser } from './media-browser.js';
import type { MediaSearch } from './media-search.js';
import { getMediaTypes } from './media-types.js';

interface MediaPickerProps {
  readonly title: string;
  readonly model: ContentModel;
  /** The resource types to choose from. */
  readonly types: readonly string[];
  readonly opened: boolean;
  /** The ids of those that are chosen; `undefined` where the sheet closes with the first. */
  readonly chosen?: ReadonlySet<string> | undefined;
  /** Chooses a medium; one that is chosen already is not any more. */
  readonly onPick: (medium: Resource, loaded: LoadedMedia) => void;
  readonly onClose: () => void;
}

/** A sheet at the side with the library, from which one medium or several are chosen. */
export function MediaPicker(props: MediaPickerProps): ReactNode {
  const { title, model, types, opened, chosen, onPick, onClose } = props;
  const [search, setSearch] = useState<MediaSearch>({});
  return (
    <Drawer opened={opened} onClose={onClose} title={title} size="xl">
      <Stack>
        <MediaBrowser
          model={model}
          types={getMediaTypes(model).filter(({ type }) => types.includes(type))}
          search={search}
          onSearch={(changes) => {
            setSearch((before) => ({ ...before, ...changes }));
          }}
          {...(chosen !== undefined && { chosen })}
          onOpen={(medium, loaded) => {
            onPick(medium, loaded);
            if (chosen === undefined) onClose();
          }}
        />
        {chosen !== undefined && (
          <Group className="picker-buttons">
            <Button onClick={onClose}>{t`Done`}</Button>
          </Group>
        )}
      </Stack>
    </Drawer>
  );
}
