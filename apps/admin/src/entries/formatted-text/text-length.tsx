import { Plural, Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { countWords } from './count-words.js';

/** Words that are read in a minute (Brysbaert 2019, «How many words do we read per minute?»: 238 of English). */
const WORDS_A_MINUTE = 238;

/** The number of words of a text, and the minutes in which it is read. */
export function TextLength({ editor }: { readonly editor: Editor }): ReactNode {
  const shown = useDeferredValue(useEditorState({ editor, selector: () => editor.state.doc }));
  const words = useMemo(() => countWords(shown.textBetween(0, shown.content.size, ' ', ' ')), [shown]);
  const minutes = Math.ceil(words / WORDS_A_MINUTE);
  return (
    <Text size="xs" c="dimmed" px="md" pb={6}>
      <Plural value={words} one="# word" other="# words" />
      {words > 0 && (
        <>
          {' · '}
          <Trans>{minutes} min to read</Trans>
        </>
      )}
    </Text>
  );
}
