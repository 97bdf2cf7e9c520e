import { Mark, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Snippet } from './find-snippet.js';

/** Shows texts in which words are searched as wholes: in one that is cut, the found word could be missing. */
export const BREAK_WORDS = { overflowWrap: 'anywhere' } as const;

/** The piece of a text around the words that a search has found, at most three lines. */
export function SnippetText({ snippet }: { readonly snippet: Snippet }): ReactNode {
  return (
    <Text size="xs" c="dimmed" lineClamp={3} component="div" style={BREAK_WORDS}>
      {snippet.map(({ text, isMatch }, index) => (isMatch ? <Mark key={index}>{text}</Mark> : text))}
    </Text>
  );
}
