import '@mantine/tiptap/styles.css';
import { notifications } from '@mantine/notifications';
import { Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RichTextEditor } from '@mantine/tiptap';
import { Link } from '@tiptap/extension-link';
import { Selection } from '@tiptap/extensions';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect } from 'react';
import { styleNonce } from '../../style-nonce.js';
import { cleanPastedHtml, formatLeftOut } from './clean-pasted-html.js';
import { EDITOR_LABELS } from './editor-labels.js';
import { EditorToolbar } from './editor-toolbar.js';
import { completeAddress } from './link-address.js';
import { LinkPopover } from './link-popover.js';

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
  const [isLinking, linking] = useDisclosure(false);
  const editor = useEditor(
    {
      extensions: [isFull ? FULL : BASIC, LINK, SELECTION],
      content: html,
      editable: !disabled,
      injectNonce: styleNonce,
      editorProps: {
        attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox' },
        transformPastedHTML: cleanAndReport,
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
        />
      )}
      <Box pos="relative" data-linking={isLinking || undefined}>
        <RichTextEditor.Content />
        {isLinking && <LinkPopover editor={editor} onClose={linking.close} />}
      </Box>
    </RichTextEditor>
  );
}
