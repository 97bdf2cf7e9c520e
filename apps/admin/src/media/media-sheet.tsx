import { t } from '@lingui/core/macro';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { toIdentifiers } from '../entries/pictures/find-picture.js';
import { getTitle } from '../entries/resource-type.js';
import type { Resource } from '../jsonapi/document.js';
import type { ContentModel } from '../management-api/resources.js';
import { MediumForm } from './medium-form.js';
import { getImageTypes } from './media-types.js';

interface MediaSheetProps {
  readonly media: readonly Resource[];
  readonly included: readonly Resource[];
  readonly model: ContentModel;
  /** The id of the medium to show; `undefined` for none. */
  readonly openId: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

/** A sheet at the side with one medium; those of the list follow each other. */
export function MediaSheet({ media, included, model, openId, onOpen }: MediaSheetProps): ReactNode {
  const index = media.findIndex(({ id }) => id === openId);
  const medium = media[index];
  const imageType = getImageTypes(model).find(({ type }) => type === medium?.type);
  const [identifier] = toIdentifiers(
    (imageType && medium?.relationships?.[imageType.imageField.name]?.data) ?? null,
  );
  return (
    <Drawer
      opened={medium !== undefined}
      position="right"
      size="md"
      title={medium === undefined ? '' : getTitle(medium, model)}
      closeButtonProps={{ 'aria-label': t`Close` }}
      onClose={() => {
        onOpen(undefined);
      }}
    >
      {medium !== undefined && (
        <MediumForm
          key={medium.id}
          medium={medium}
          imageType={imageType}
          identifier={identifier}
          file={included.find(({ id }) => id === identifier?.id)}
          model={model}
          nextId={media[index + 1]?.id}
          onOpen={onOpen}
        />
      )}
    </Drawer>
  );
}
