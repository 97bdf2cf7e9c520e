import { Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../frame/failure-notice.js';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { Field } from '../../manage/shapes.js';
import { labelOf } from '../resource-type.js';
import { type Values, valuesOf } from '../values.js';
import { theirChanges } from './their-changes.js';

interface ConflictDialogProps {
  readonly entry: Identifier;
  readonly fields: readonly Field[];
  /** As it was when somebody began to edit. */
  readonly before: Values;
  /** What they have changed since. */
  readonly mine: Values;
  readonly onTakeMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Somebody else has saved the entry meanwhile: shows what, and lets people choose. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { entry, fields, before, mine, onTakeMine, onTakeTheirs, onClose } = props;
  const query = useQuery({
    queryKey: ['entry', entry.type, entry.id, 'now'],
    queryFn: () => jsonApi.get(entry),
    gcTime: 0,
  });
  const changed = query.data && theirChanges(before, valuesOf(query.data.body.data, fields), fields);
  return (
    <Modal opened onClose={onClose} title="Somebody else has changed this entry">
      <Stack>
        <FailureNotice failure={query.error} />
        {changed === undefined && query.error === null && <Skeleton height={60} />}
        {changed !== undefined && (
          <>
            <Text size="sm">Since you opened it, these fields were changed:</Text>
            <List size="sm">
              {changed.map((field) => (
                <List.Item key={field.name}>
                  {labelOf(field)}
                  {field.name in mine && <strong> – by you too</strong>}
                </List.Item>
              ))}
            </List>
            <Text size="sm">
              Saving yours replaces only the fields that you have changed; all others stay as they are now.
            </Text>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" onClick={onClose}>
            Go on editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Discard mine
          </Button>
          <Button onClick={onTakeMine}>Save mine</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
