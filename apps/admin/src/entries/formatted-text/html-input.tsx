import { getSchema } from '@tiptap/core';
import { type ReactNode, useState } from 'react';
import { HtmlEditor } from './html-editor.js';
import { isEditable } from './is-editable.js';
import { createExtensions } from './schema/create-extensions.js';
import type { HtmlInputProps } from './html-input-props.js';
import { SourceInput } from './source-input.js';

/** The rich text editor for HTML that it preserves, otherwise its source, which can be chosen as well. */
export function HtmlInput(props: HtmlInputProps): ReactNode {
  const { format, html, onChange } = props;
  const [schema] = useState(() => getSchema(createExtensions(format)));
  const [shown, setShown] = useState(() => ({ html, isSource: !isEditable(schema, format, html) }));
  // Another text than was written here: the form was reset, or items of a list were reordered.
  if (shown.html !== html) setShown({ html, isSource: shown.isSource || !isEditable(schema, format, html) });

  /** Stays with the way of editing: a source that is typed can become editable at any time. */
  function change(written: string): void {
    setShown({ ...shown, html: written });
    onChange(written);
  }

  if (!shown.isSource)
    return (
      <HtmlEditor
        {...props}
        onChange={change}
        onSource={() => {
          setShown({ html, isSource: true });
        }}
      />
    );
  return (
    <SourceInput
      {...props}
      onChange={change}
      onLeave={() => {
        const canLeave = isEditable(schema, format, html);
        if (canLeave) setShown({ html, isSource: false });
        return canLeave;
      }}
    />
  );
}
