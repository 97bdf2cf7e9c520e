import { i18n } from '#i18n';
import { plural } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { IconUsers } from '../../icons/icons.js';
import { keepPresence } from './keep-presence.js';

/** Names in the line; the others are a number. */
const NAMES_MAXIMUM = 3;

/** Keeps that the user has an entry open, and names the others who have it open; nothing without others. */
export function PresenceLine({ id }: { readonly id: string }): ReactNode {
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => keepPresence(id, setOthers), [id]);
  // The element is there before its text, so that the text is announced.
  return (
    <div role="status">
      {others.length > 0 && (
        <Group gap={6} wrap="nowrap">
          <IconUsers size={16} />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {formatPresence(others)}
          </Text>
        </Group>
      )}
    </div>
  );
}

function formatPresence(others: readonly string[]): string {
  const more = others.length - NAMES_MAXIMUM;
  const shown = others.slice(0, NAMES_MAXIMUM);
  if (more > 0) shown.push(plural(more, { one: '# other', other: '# others' }));
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(shown);
  return plural(others.length, {
    one: `${names} has this entry open`,
    other: `${names} have this entry open`,
  });
}
