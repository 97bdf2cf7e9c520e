import type { HtmlFormat } from './schema/html-format.js';

/** The properties of an input for HTML: the editor, or its source. */
export interface HtmlInputProps {
  readonly label: string;
  readonly format: HtmlFormat;
  readonly html: string;
  readonly disabled: boolean;
  readonly onChange: (html: string) => void;
}
