import '@mantine/tiptap/styles.css';
import { t } from '@lingui/core/macro';
import { Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RichTextEditor } from '@mantine/tiptap';
import { useQuery } from '@tanstack/react-query';
import { NodeSelection } from '@tiptap/pm/state';
import { getSchema, type JSONContent } from '@tiptap/core';
import { useEditor } from '@tiptap/react';
import {
  lazy,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { getImageTypes } from '../../media/media-types.js';
import * as queries from '../../management-api/queries.js';
import { UploadList } from '../../uploads/upload-list.js';
import { styleNonce } from '../../style-nonce.js';
import { BubbleToolbar } from './bubble-toolbar.js';
import { carryHistory } from './carry-history.js';
import { EDITOR_LABELS } from './editor-labels.js';
import { EditorToolbar } from './editor-toolbar.js';
import { DropPlace, endFileDrag, findDropPlace } from './drop-place.js';
import type { HtmlInputProps } from './html-input-props.js';
import { LinkPopover } from './link-popover.js';
import { PICTURE } from './picture-node.js';
import { PicturePopover } from './picture-popover.js';
import { createPasting, restoreTables } from './pasting.js';
import { parseInert } from './pasted-document.js';
import { createExtensions } from './schema/create-extensions.js';
import { readHtml } from './schema/read-html.js';
import { writeHtml } from './schema/write-html.js';
import { createSlashMenu } from './schema/slash-menu.js';
import { SlashPopover } from './slash-popover.js';
import { TextLength } from './text-length.js';
import { useFullScreen } from './use-full-screen.js';
import { usePictures } from './use-pictures.js';

interface HtmlEditorProps extends HtmlInputProps {
  /** Shows the HTML source. */
  readonly onSource: () => void;
}

const MediaPicker = lazy(() =>
  import('../../media/media-picker.js').then((module) => ({ default: module.MediaPicker })),
);

/** Pixels between the cursor and the edges of the window; the header and the bar with the buttons cover them. */
const SCROLL_MARGIN = { top: 72, bottom: 116, left: 0, right: 0 };

/** A rich text editor (Tiptap) for HTML that it preserves (`isEditable`), with what the format allows. */
export function HtmlEditor(props: HtmlEditorProps): ReactNode {
  const { label, format, html, disabled, onChange, onSource, handover, onKeepTables } = props;
  const [{ extensions, schema, slashMenu, pasting }] = useState(() => {
    const { extension, store } = createSlashMenu(format);
    const cleaning = createPasting(format);
    const created = [...createExtensions(format), extension, cleaning.extension, DropPlace];
    return { extensions: created, schema: getSchema(created), slashMenu: store, pasting: cleaning };
  });
  useEffect(() => {
    pasting.offer(onKeepTables);
  });
  const { data: model } = useQuery(queries.contentModel);
  const imageTypes = model === undefined ? [] : getImageTypes(model);
  const [isLinking, linking] = useDisclosure(false);
  const [isDescribing, describing] = useDisclosure(false);
  const [isPicking, picking] = useDisclosure(false);
  const { ref: root, isFull, toggle, leave } = useFullScreen();
  const editor = useEditor(
    {
      extensions,
      content: readHtml(schema, html).toJSON() as JSONContent,
      editable: !disabled,
      injectNonce: styleNonce,
      editorProps: {
        attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox' },
        handleClickOn: (view, _, node, position) => {
          if (node.type.name !== PICTURE || !view.editable) return false;
          view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
          describing.open();
          return true;
        },
        handleKeyDown: ({ state: { selection } }, event) => {
          if (isLinkKey(event)) {
            // Elsewhere the keys open the search.
            event.stopPropagation();
            openLink();
            return true;
          }
          if (
            event.key !== 'Enter' ||
            !(selection instanceof NodeSelection) ||
            selection.node.type.name !== PICTURE
          )
            return false;
          describing.open();
          return true;
        },
        scrollThreshold: SCROLL_MARGIN,
        scrollMargin: SCROLL_MARGIN,
      },
      onUpdate: ({ editor: updated }) => {
        onChange(writeHtml(updated.state.doc, format));
      },
    },
    [],
  );

  function openLink(): void {
    editor.commands.extendMarkRange('link');
    linking.open();
  }

  // A change outside the editor: the form was reset, or items of a list were reordered.
  useEffect(() => {
    if (editor.isDestroyed || editor.isFocused) return;
    if (html !== writeHtml(editor.state.doc, format))
      editor.commands.setContent(readHtml(editor.schema, html), { emitUpdate: false });
  }, [editor, format, html]);

  // After the effect above, which would take the kept tables for a change of the editor alone.
  const takeOver = useEffectEvent(() => {
    const { state, tables } = handover.take();
    const shown = writeHtml(editor.state.doc, format);
    if (state !== undefined) carryHistory(state, editor, (doc) => writeHtml(doc, format) === shown);
    if (tables !== undefined) restoreTables(editor, tables);
  });
  useEffect(() => {
    takeOver();
    return () => {
      handover.leave({ state: editor.state });
    };
  }, [editor, handover]);

  const pictures = usePictures(editor, imageTypes, describing.open);
  /** Takes files of an event, unless a text comes with them: programs for texts add a picture of what was copied. */
  function takeFiles(event: SyntheticEvent, data: DataTransfer, position: number): void {
    if (disabled || imageTypes.length === 0 || data.files.length === 0 || hasText(data)) return;
    event.preventDefault();
    event.stopPropagation();
    pictures.upload([...data.files], position);
  }

  return (
    <RichTextEditor
      ref={root}
      editor={editor}
      labels={EDITOR_LABELS}
      mod={{ 'full-screen': isFull }}
      // Before the text has it, where it selects the block around the cursor.
      onKeyDownCapture={(event) => {
        const isInside = event.currentTarget.contains(event.target as Node);
        if (!isFull || event.key !== 'Escape' || !isInside || slashMenu.get() !== undefined) return;
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
    >
      {!disabled && (
        <EditorToolbar
          label={label}
          format={format}
          isFullScreen={isFull}
          onFullScreen={toggle}
          onSource={onSource}
          onLink={openLink}
          onPicture={
            imageTypes.length === 0
              ? undefined
              : () => {
                  if (editor.isActive(PICTURE)) describing.open();
                  else picking.open();
                }
          }
        />
      )}
      <Box pos="relative" data-linking={isLinking || undefined}>
        <Box
          onPasteCapture={(event) => {
            takeFiles(event, event.clipboardData, editor.state.selection.to);
          }}
          onDropCapture={(event) => {
            endFileDrag(editor.view);
            takeFiles(event, event.dataTransfer, findDropPlace(editor.view, event));
          }}
        >
          <RichTextEditor.Content />
        </Box>
        {!disabled && !isLinking && <BubbleToolbar editor={editor} format={format} onLink={openLink} />}
        <SlashPopover editor={editor} store={slashMenu} />
        {isLinking && <LinkPopover editor={editor} onClose={linking.close} />}
        {isDescribing && <PicturePopover editor={editor} onClose={describing.close} />}
      </Box>
      <TextLength editor={editor} />
      {pictures.uploads.list.length > 0 && (
        <Box p="sm">
          <UploadList uploads={pictures.uploads} label={label} />
        </Box>
      )}
      {model !== undefined && isPicking && (
        <Suspense>
          <MediaPicker
            title={t`Picture`}
            model={model}
            types={imageTypes.map(({ type }) => type)}
            opened
            onPick={pictures.insertMedium}
            onClose={picking.close}
          />
        </Suspense>
      )}
    </RichTextEditor>
  );
}

/** Ctrl+K, and Cmd+K on a Mac. */
function isLinkKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** Tells whether a clipboard or a drag has words, beside files. */
function hasText(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  if (html === '') return data.getData('text/plain') !== '';
  return parseInert(html).body.textContent.trim() !== '';
}
