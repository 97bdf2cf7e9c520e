import '@mantine/tiptap/styles.css';
import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RichTextEditor } from '@mantine/tiptap';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tiptap/extension-link';
import { Selection } from '@tiptap/extensions';
import { NodeSelection } from '@tiptap/pm/state';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { lazy, type ReactNode, Suspense, type SyntheticEvent, useEffect } from 'react';
import { getImageTypes } from '../../media/media-types.js';
import * as queries from '../../management-api/queries.js';
import { UploadList } from '../../uploads/upload-list.js';
import { styleNonce } from '../../style-nonce.js';
import { cleanPastedHtml, formatLeftOut } from './clean-pasted-html.js';
import { EDITOR_LABELS } from './editor-labels.js';
import { EditorToolbar } from './editor-toolbar.js';
import { completeAddress } from './link-address.js';
import { LinkPopover } from './link-popover.js';
import { PICTURE, PictureNode } from './picture-node.js';
import { PicturePopover } from './picture-popover.js';
import { parseInert } from './pasted-document.js';
import { usePictures } from './use-pictures.js';

interface HtmlEditorProps {
  readonly label: string;
  readonly format: string;
  readonly html: string;
  readonly disabled: boolean;
  readonly onChange: (html: string) => void;
}

/** Only elements that the format allows (`apps/content-service/src/platform/formatted-text/html-formats.ts`). */
const BASIC = StarterKit.configure({
  heading: { levels: [2, 3, 4] },
  link: false,
  strike: false,
  underline: false,
  codeBlock: false,
  horizontalRule: false,
  trailingNode: false,
});
const FULL = StarterKit.configure({
  heading: { levels: [2, 3, 4] },
  link: false,
  trailingNode: false,
});

/** Links whose typed addresses are completed. */
const LINK = Link.extend({
  addCommands() {
    const commands = this.parent?.() ?? {};
    const { setLink } = commands;
    if (setLink === undefined) return commands;
    return {
      ...commands,
      setLink: (attributes) => setLink({ ...attributes, href: completeAddress(attributes.href) }),
    };
  },
}).configure({ openOnClick: false, autolink: false, HTMLAttributes: { rel: null, target: null } });

/** Marks the selection while the focus is in the toolbar or in the address of a link (`styles.css`). */
const SELECTION = Selection.configure({ className: 'editor-selection' });

const MediaPicker = lazy(() =>
  import('../../media/media-picker.js').then((module) => ({ default: module.MediaPicker })),
);

/** Pixels between the cursor and the edges of the window; the header and the bar with the buttons cover them. */
const SCROLL_MARGIN = { top: 72, bottom: 116, left: 0, right: 0 };

/** Cleans pasted HTML, with a notification of what was left out. */
function cleanAndReport(pasted: string): string {
  const { html, leftOut } = cleanPastedHtml(pasted);
  const message = formatLeftOut(leftOut);
  if (message !== '') notifications.show({ message, color: 'yellow', autoClose: 10_000 });
  return html;
}

/** A rich text editor (Tiptap) for HTML in the format `basic_html` or `full_html`. */
export function HtmlEditor({ label, format, html, disabled, onChange }: HtmlEditorProps): ReactNode {
  const isFull = format === 'full_html';
  const { data: model } = useQuery(queries.contentModel);
  const imageTypes = model === undefined ? [] : getImageTypes(model);
  const [isLinking, linking] = useDisclosure(false);
  const [isDescribing, describing] = useDisclosure(false);
  const [isPicking, picking] = useDisclosure(false);
  const editor = useEditor(
    {
      extensions: [isFull ? FULL : BASIC, LINK, PictureNode, SELECTION],
      content: html,
      editable: !disabled,
      injectNonce: styleNonce,
      editorProps: {
        attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox' },
        transformPastedHTML: cleanAndReport,
        handleClickOn: (view, _, node, position) => {
          if (node.type.name !== PICTURE || !view.editable) return false;
          view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
          describing.open();
          return true;
        },
        handleKeyDown: ({ state: { selection } }, { key }) => {
          if (
            key !== 'Enter' ||
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
        onChange(updated.isEmpty ? '' : updated.getHTML());
      },
    },
    [isFull],
  );

  // A change outside the editor: the form was reset, or items of a list were reordered.
  useEffect(() => {
    if (editor.isDestroyed || editor.isFocused) return;
    if (html !== (editor.isEmpty ? '' : editor.getHTML()))
      editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);

  const pictures = usePictures(editor, imageTypes, describing.open);
  /** Takes files of an event, unless a text comes with them: programs for texts add a picture of what was copied. */
  function takeFiles(event: SyntheticEvent, data: DataTransfer, position: number): void {
    if (disabled || imageTypes.length === 0 || data.files.length === 0 || hasText(data)) return;
    event.preventDefault();
    event.stopPropagation();
    pictures.upload([...data.files], position);
  }

  return (
    <RichTextEditor editor={editor} labels={EDITOR_LABELS}>
      {!disabled && (
        <EditorToolbar
          label={label}
          isFull={isFull}
          onLink={() => {
            editor.commands.extendMarkRange('link');
            linking.open();
          }}
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
            const { clientX: left, clientY: top, dataTransfer } = event;
            const { selection } = editor.state;
            takeFiles(event, dataTransfer, editor.view.posAtCoords({ left, top })?.pos ?? selection.to);
          }}
        >
          <RichTextEditor.Content />
        </Box>
        {isLinking && <LinkPopover editor={editor} onClose={linking.close} />}
        {isDescribing && <PicturePopover editor={editor} onClose={describing.close} />}
      </Box>
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

/** Tells whether a clipboard or a drag has words, beside files. */
function hasText(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  if (html === '') return data.getData('text/plain') !== '';
  return parseInert(html).body.textContent.trim() !== '';
}
