import { getSchema } from '@tiptap/core';
import { type ReactNode, useState } from 'react';
import { HtmlEditor } from './html-editor.js';
import { isEditable } from './is-editable.js';
import { createExtensions } from './schema/create-extensions.js';
import type { HtmlFormat } from './schema/html-format.js';
import { SourceInput } from './source-input.js';

export interface HtmlInputProps {
  readonly label: string;
  readonly format: HtmlFormat;
  readonly html: string;
  readonly disabled: boolean;
  readonly onChange: (html: string) => void;
}

/** The rich text editor for HTML that it preserves, otherwise a text area with the source. */
export function HtmlInput(props: HtmlInputProps): ReactNode {
  const { format, html, onChange } = props;
  const [schema] = useState(() => getSchema(createExtensions(format)));
  const [checked, setChecked] = useState(() => ({ html, isEditable: isEditable(schema, format, html) }));
  // Another text than the editor has written: the form was reset, or items of a list were reordered.
  if (checked.html !== html) setChecked({ html, isEditable: isEditable(schema, format, html) });
  /** Stays with the way of editing: a source that is typed can become editable at any time. */
  const change = (written: string): void => {
    setChecked({ ...checked, html: written });
    onChange(written);
  };
  const Input = checked.isEditable ? HtmlEditor : SourceInput;
  return <Input {...props} onChange={change} />;
}
