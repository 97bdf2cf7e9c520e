import { Avatar } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '../../icons/draw-icon.js';
import { IconArticle, IconFile, IconPhoto, IconTag, IconUser } from '../../icons/icons.js';

const ICONS: Readonly<Record<string, Icon>> = {
  media: IconPhoto,
  taxonomy_term: IconTag,
  file: IconFile,
  user: IconUser,
};

interface EntryPictureProps {
  /** The resource type of the entry. */
  readonly type: string;
  readonly url: string | undefined;
  /** Pixels. */
  readonly size: number;
}

/** The picture of an entry, which its name stands beside; the icon of its kind where there is none, or none that can be loaded. */
export function EntryPicture({ type, url, size }: EntryPictureProps): ReactNode {
  const kind = type.split('--')[0] ?? '';
  const KindIcon = (Object.hasOwn(ICONS, kind) ? ICONS[kind] : undefined) ?? IconArticle;
  return (
    <Avatar src={url ?? null} alt="" aria-hidden size={size} radius="sm" color="gray">
      <KindIcon size={size * 0.6} />
    </Avatar>
  );
}
