import { t } from '@lingui/core/macro';
import { Group, SimpleGrid, Stack, Text, ThemeIcon, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '../icons/draw-icon.js';
import {
  IconAlignLeft,
  IconAt,
  IconBraces,
  IconCalendar,
  IconCalendarWeek,
  IconCoin,
  IconForms,
  IconLetterCase,
  IconListCheck,
  IconNumber123,
  IconQuestionMark,
  IconRuler2,
  IconShare,
  IconTextCaption,
  IconToggleRight,
} from '../icons/field-type-icons.js';
import { IconClock, IconFile, IconLink, IconPhoto } from '../icons/icons.js';
import { getOwn } from '../own-members.js';
import { FIELD_TYPE_LABELS } from './field-type-labels.js';

const ICONS: Readonly<Record<string, Icon>> = {
  string: IconLetterCase,
  string_long: IconAlignLeft,
  text_long: IconForms,
  text_with_summary: IconTextCaption,
  integer: IconNumber123,
  decimal: IconCoin,
  float: IconRuler2,
  boolean: IconToggleRight,
  timestamp: IconClock,
  datetime: IconCalendar,
  daterange: IconCalendarWeek,
  list_string: IconListCheck,
  email: IconAt,
  link: IconLink,
  json: IconBraces,
  entity_reference: IconShare,
  file: IconFile,
  image: IconPhoto,
};

interface TypeChoiceProps {
  readonly types: readonly { readonly name: string; readonly label: string }[];
  readonly onChoose: (type: string) => void;
}

/** A card for each type of field; a press on one leads to the other properties. */
export function TypeChoice({ types, onChoose }: TypeChoiceProps): ReactNode {
  const choosable = types.filter(({ name }) => name !== 'path');
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t`What does it contain? It cannot be changed later.`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {choosable.map(({ name, label }, index) => {
          const { [name]: TypeIcon = IconQuestionMark } = ICONS;
          const { label: title, purpose } = getOwn(FIELD_TYPE_LABELS, name) ?? { label, purpose: name };
          return (
            <Group key={name} className="type-card" gap="sm" wrap="nowrap">
              <ThemeIcon variant="default" size="lg" aria-hidden>
                <TypeIcon size={18} />
              </ThemeIcon>
              <div>
                <UnstyledButton
                  fz="sm"
                  fw={600}
                  aria-describedby={`type-${name}`}
                  data-autofocus={index === 0 ? true : undefined}
                  onClick={() => {
                    onChoose(name);
                  }}
                >
                  {title}
                </UnstyledButton>
                <Text id={`type-${name}`} size="xs" c="dimmed">
                  {purpose}
                </Text>
              </div>
            </Group>
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}
