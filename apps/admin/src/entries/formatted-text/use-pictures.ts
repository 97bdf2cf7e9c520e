import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { ResolvedPos } from '@tiptap/pm/model';
import type { Editor, EditorEvents } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import type { Resource } from '../../jsonapi/document.js';
import { createMedium } from '../../media/create-medium.js';
import type { LoadedMedia } from '../../media/media-browser.js';
import type { ImageType } from '../../media/media-types.js';
import { type Uploads, useUploads } from '../../uploads/use-uploads.js';
import { toIdentifiers } from '../pictures/find-picture.js';
import { isObject } from '../values.js';
import { isEmptyParagraph } from './drop-place.js';
import { PICTURE } from './picture-node.js';
import { selectUndescribedPicture } from './select-picture.js';

interface Pictures {
  readonly uploads: Uploads;
  /** Uploads files, which become media, and puts their pictures at a position of the text; between blocks in paragraphs of their own. */
  readonly upload: (files: readonly File[], position: number) => void;
  /** Puts the picture of a medium in place of the selection. */
  readonly insertMedium: (medium: Resource, loaded: LoadedMedia) => void;
}

/** The place of a file in the text, which moves with what is written before it. */
interface Place {
  position: number;
  /** The side of its position on which a picture is put there. */
  side: -1 | 1;
  /** The text when the file was given. */
  readonly doc: Editor['state']['doc'];
}

/**
 * Pictures of the library in a text.
 *
 * @param imageTypes the types of media that have an image; pictures are uploaded to the first
 * @param onAsk opens the input for the alternative text of the selected picture
 */
export function usePictures(editor: Editor, imageTypes: readonly ImageType[], onAsk: () => void): Pictures {
  const queryClient = useQueryClient();
  const places = useRef(new Map<File, Place>());
  // Another format has another editor, also while files are on their way.
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
    const follow = ({ transaction: { mapping } }: EditorEvents['transaction']): void => {
      for (const place of places.current.values()) place.position = mapping.map(place.position, place.side);
    };
    editor.on('transaction', follow);
    return () => {
      editor.off('transaction', follow);
    };
  }, [editor]);

  const uploads = useUploads(async (file, options) => {
    const [imageType] = imageTypes;
    if (imageType === undefined) throw new Error(t`No type of media has an image`);
    const entry = await createMedium(imageType, file, options);
    void queryClient.invalidateQueries({ queryKey: ['entries', 'media'] });
    const { current } = latest;
    const place = takePlace(places.current, file);
    if (current.isDestroyed || place === undefined) return;
    // An editor who went on writing meanwhile is not interrupted.
    const isWaiting = current.state.doc === place.doc;
    const at = Math.min(place.position, current.state.doc.content.size);
    const picture = { type: PICTURE, attrs: toAttributes(entry, null) };
    const content = isInLine(current.state.doc.resolve(at))
      ? picture
      : { type: 'paragraph', content: [picture] };
    current.commands.insertContentAt(at, content, { updateSelection: false });
    if (isWaiting && selectUndescribedPicture(current)) onAsk();
  });

  return {
    uploads,
    upload: (files, position) => {
      for (const file of files) places.current.set(file, { position, side: 1, doc: editor.state.doc });
      uploads.add(files);
    },
    insertMedium: (medium, { included }) => {
      const imageType = imageTypes.find(({ type }) => type === medium.type);
      const linkage = imageType && medium.relationships?.[imageType.imageField.name]?.data;
      const [identifier] = toIdentifiers(linkage ?? null);
      const file = included.find(({ id }) => id === identifier?.id);
      if (file === undefined) {
        notifications.show({ message: t`This medium has no picture.`, color: 'red' });
        return;
      }
      const alt = identifier?.meta?.['alt'] ?? null;
      const attrs = toAttributes(file, typeof alt === 'string' ? alt : null);
      editor.chain().focus().insertContent({ type: PICTURE, attrs }).run();
      if (typeof alt !== 'string' && selectUndescribedPicture(editor)) onAsk();
    },
  };
}

/** Whether a picture at a position is part of a line; in an empty paragraph it gets one of its own, which takes its place. */
function isInLine({ parent }: ResolvedPos): boolean {
  return parent.isTextblock && !isEmptyParagraph(parent);
}

/** Removes the place of a file; the places of the files before it stay before its picture, whichever arrives first. */
function takePlace(places: Map<File, Place>, file: File): Place | undefined {
  const order = [...places.keys()];
  for (const [other, place] of places) place.side = order.indexOf(other) < order.indexOf(file) ? -1 : 1;
  const place = places.get(file);
  places.delete(file);
  return place;
}

type Attributes = Readonly<Record<string, string | null>>;

/** The attributes of the picture of a file. @param alt `null` until the editor has decided */
function toAttributes({ id, attributes, links }: Resource, alt: string | null): Attributes {
  const { uri = null, width, height } = attributes;
  const address = isObject(uri) ? uri['url'] : uri;
  return {
    // With the base URL of the service, which the addresses of its links have: the text is shown on other hosts.
    src: new URL(typeof address === 'string' ? address : '', links?.['self']?.href ?? document.baseURI).href,
    alt,
    width: typeof width === 'number' ? String(width) : null,
    height: typeof height === 'number' ? String(height) : null,
    'data-entity-uuid': id,
  };
}
