import { Mark, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Snippet } from './find-snippet.js';

/** The piece of a text around the words that a search has found, at most three lines. */
export function SnippetText({ snippet }: { readonly snippet: Snippet }): ReactNode {
  return (
    <Text size="xs" c="dimmed" lineClamp={3} component="div">
      {snippet.map(({ text, isMatch }, index) => (isMatch ? <Mark key={index}>{text}</Mark> : text))}
    </Text>
  );
}
