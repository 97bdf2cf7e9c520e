import { t } from '@lingui/core/macro';
import type { RichTextEditorLabels } from '@mantine/tiptap';

/** The labels of the buttons of the toolbar and of the input for a link. */
export const EDITOR_LABELS: Partial<RichTextEditorLabels> = {
  boldControlLabel: t`Bold`,
  italicControlLabel: t`Italic`,
  underlineControlLabel: t`Underline`,
  strikeControlLabel: t`Strikethrough`,
  codeControlLabel: t`Code`,
  clearFormattingControlLabel: t`Clear formatting`,
  h2ControlLabel: t`Heading 2`,
  h3ControlLabel: t`Heading 3`,
  h4ControlLabel: t`Heading 4`,
  bulletListControlLabel: t`Bullet list`,
  orderedListControlLabel: t`Ordered list`,
  blockquoteControlLabel: t`Blockquote`,
  codeBlockControlLabel: t`Code block`,
  hrControlLabel: t`Horizontal line`,
  linkControlLabel: t`Link`,
  unlinkControlLabel: t`Remove link`,
  linkEditorInputLabel: t`Address`,
  linkEditorInputPlaceholder: 'https://www.example.com',
  linkEditorExternalLink: t`Open link in a new tab`,
  linkEditorInternalLink: t`Open link in the same tab`,
  linkEditorSave: t`Save`,
  undoControlLabel: t`Undo`,
  redoControlLabel: t`Redo`,
};
