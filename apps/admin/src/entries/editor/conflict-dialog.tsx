import { t } from '@lingui/core/macro';
import { Button, Group, Modal, Paper, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '../../forms/format-date-time.js';
import type { Json } from '../../jsonapi/document.js';
import { useSession } from '../../session/session-state.js';
import { formatActor } from '../history/revision-words.js';
import { ValueChange } from '../history/value-change.js';
import { getFieldLabel } from '../resource-type.js';
import type { Values } from '../values.js';
import { type Conflict, type ForeignChange, joinValues } from './save-merged.js';

type Choice = 'mine' | 'theirs' | 'both';

/** The decisions about the fields that collide. */
export interface Resolution {
  /** The values to save: those of the user, or both values joined. */
  readonly chosen: Values;
  /** The names of the fields that stay as others have saved them. */
  readonly conceded: readonly string[];
}

interface ConflictDialogProps {
  readonly conflict: Conflict;
  /** The user's changes. */
  readonly changes: Values;
  /** Whether the type keeps replaced versions. */
  readonly hasHistory: boolean;
  /** The label of the button that saves, such as `Publish`. */
  readonly saveLabel: string;
  readonly onSave: (resolution: Resolution) => void;
  /** Puts the decisions into the form. */
  readonly onEdit: (resolution: Resolution) => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** What others have changed since the entry was opened, beside the user's changes, and the decision for each field that collides. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { conflict, changes, hasHistory, saveLabel, onSave, onEdit, onDiscard, onClose } = props;
  const { collisions, others } = conflict;
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const getChoice = ({ field: { name } }: ForeignChange): Choice => choices[name] ?? 'mine';
  const resolution = resolve(collisions, changes, getChoice);
  const isEdited = collisions.some((change) => getChoice(change) === 'both');
  return (
    <Modal opened onClose={onClose} title={t`This entry was changed meanwhile`} size="xl">
      <Stack>
        {collisions.map((change, index) => (
          <Collision
            key={change.field.name}
            change={change}
            mine={changes[change.field.name] ?? null}
            choice={getChoice(change)}
            isFirst={index === 0}
            onChoose={(choice) => {
              setChoices({ ...choices, [change.field.name]: choice });
            }}
          />
        ))}
        {others.length > 0 && <Others changes={others} />}
        {hasHistory && collisions.length > 0 && (
          <Text size="sm">{t`What you replace stays in the history of the entry.`}</Text>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" onClick={onClose}>
            {t`Continue editing`}
          </Button>
          <Button variant="default" onClick={onDiscard}>
            {t`Discard my changes`}
          </Button>
          <Button
            variant={isEdited ? 'filled' : 'default'}
            onClick={() => {
              onEdit(resolution);
            }}
          >
            {t`Put into the form`}
          </Button>
          {!isEdited && (
            <Button
              onClick={() => {
                onSave(resolution);
              }}
            >
              {saveLabel}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface CollisionProps {
  readonly change: ForeignChange;
  readonly mine: Json;
  readonly choice: Choice;
  readonly isFirst: boolean;
  readonly onChoose: (choice: Choice) => void;
}

/** Both values side by side, each with its words that are new or gone. */
function Collision({ change, mine, choice, isFirst, onChoose }: CollisionProps): ReactNode {
  const { field, before, theirs } = change;
  const label = getFieldLabel(field);
  const isJoinable = joinValues(field, theirs, mine) !== undefined;
  return (
    <Radio.Group label={label} value={choice} onChange={onChoose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt={4}>
        <Paper withBorder p="sm">
          <Stack gap="xs">
            <Radio value="theirs" label={<Saver change={change} />} />
            <ValueChange field={field} before={before} after={theirs} />
          </Stack>
        </Paper>
        <Paper withBorder p="sm">
          <Stack gap="xs">
            <Radio
              value="mine"
              label={t`You, not saved yet`}
              {...(isFirst ? { 'data-autofocus': true } : {})}
            />
            <ValueChange field={field} before={before} after={mine} />
          </Stack>
        </Paper>
      </SimpleGrid>
      {isJoinable && (
        <Radio mt="xs" value="both" label={t`Both, one after the other, to edit them in the form`} />
      )}
    </Radio.Group>
  );
}

/** What others have changed in fields that the user has not. */
function Others({ changes }: { readonly changes: readonly ForeignChange[] }): ReactNode {
  return (
    <Stack gap="xs">
      <Text size="sm">{t`These fields were changed since you opened the entry; their new values stay:`}</Text>
      {changes.map((change) => (
        <Paper key={change.field.name} withBorder p="sm">
          <Text size="sm" fw={500}>
            {getFieldLabel(change.field)}
          </Text>
          <Text size="sm" c="dimmed">
            <Saver change={change} />
          </Text>
          <ValueChange field={change.field} before={change.before} after={change.theirs} />
        </Paper>
      ))}
    </Stack>
  );
}

/** Who saved a value, and when. */
function Saver({ change: { change } }: { readonly change: ForeignChange }): ReactNode {
  const { user } = useSession();
  if (change === undefined) return t`Saved by another user`;
  const isOwn = change.by?.id === user.id;
  const time = formatDateTime(change.at);
  return isOwn ? t`You, saved in another window, ${time}` : t`${formatActor(change)}, saved ${time}`;
}

function resolve(
  collisions: readonly ForeignChange[],
  changes: Values,
  getChoice: (change: ForeignChange) => Choice,
): Resolution {
  const conceded = collisions
    .filter((change) => getChoice(change) === 'theirs')
    .map(({ field }) => field.name);
  const chosen = collisions
    .filter((change) => getChoice(change) !== 'theirs')
    .map((change): [string, Json] => {
      const mine = changes[change.field.name] ?? null;
      const both = getChoice(change) === 'both' ? joinValues(change.field, change.theirs, mine) : undefined;
      return [change.field.name, both ?? mine];
    });
  return { chosen: Object.fromEntries(chosen), conceded };
}
