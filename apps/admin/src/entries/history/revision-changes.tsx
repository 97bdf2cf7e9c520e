import { t } from '@lingui/core/macro';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isSame } from '../../forms/is-same.js';
import type { Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { Query } from '../../jsonapi/query.js';
import { QueryBoundary } from '../../layout/query-boundary.js';
import type { EntryRevision } from '../../management-api/operations-resources.js';
import { getFieldLabel, isReadOnly, type ResourceType, STATUS } from '../resource-type.js';
import { toValues, type Values } from '../values.js';
import { ValueChange } from './value-change.js';

interface RevisionChangesProps {
  readonly entry: Resource;
  readonly resourceType: ResourceType;
  readonly revision: EntryRevision;
  readonly next: EntryRevision | undefined;
  readonly onTakeOver: (values: Values) => void;
}

/** The values before and after a change, field by field; those before it can be put into the form. */
export function RevisionChanges(props: RevisionChangesProps): ReactNode {
  const { entry, revision, next } = props;
  const query = useQuery({
    queryKey: ['entry-states', entry.id, revision.number, next?.number, entry.attributes['changed']],
    queryFn: async () => {
      const [before, after] = await Promise.all([
        jsonApi.get(entry, { revision: revision.number }),
        jsonApi.get(entry, next === undefined ? toPresent(revision) : { revision: next.number }),
      ]);
      return { before: before.body.data, after: after.body.data };
    },
  });
  return <QueryBoundary query={query}>{(states) => <FieldChanges {...props} {...states} />}</QueryBoundary>;
}

/** The present state of what was changed. */
function toPresent({ track }: EntryRevision): Pick<Query, 'revision'> {
  return track === 'copy' ? { revision: 'working-copy' } : {};
}

interface FieldChangesProps extends RevisionChangesProps {
  readonly before: Resource;
  readonly after: Resource;
}

function FieldChanges({ revision, before, after, resourceType, onTakeOver }: FieldChangesProps): ReactNode {
  const { allFields, type } = resourceType;
  const [earlier, later] = [toValues(before, allFields), toValues(after, allFields)];
  const changed = allFields.filter(
    (field) =>
      !isReadOnly(field, type) &&
      // A working copy is never published, whatever its entry is.
      !(revision.track === 'copy' && field.name === STATUS) &&
      !isSame(earlier[field.name], later[field.name]),
  );
  const [chosen, setChosen] = useState<readonly string[]>(changed.map(({ name }) => name));
  if (changed.length === 0)
    return <Text size="sm">{t`The fields that were changed are no longer part of the type.`}</Text>;
  return (
    <Stack gap="sm" align="flex-start">
      <Checkbox.Group value={[...chosen]} onChange={setChosen}>
        <Stack gap="sm">
          {changed.map((field) => (
            <Stack key={field.name} gap={4}>
              <Checkbox value={field.name} label={getFieldLabel(field)} fw={500} />
              <ValueChange field={field} before={earlier[field.name]} after={later[field.name]} />
            </Stack>
          ))}
        </Stack>
      </Checkbox.Group>
      <Button
        variant="light"
        size="compact-sm"
        disabled={chosen.length === 0}
        onClick={() => {
          onTakeOver(Object.fromEntries(chosen.map((name) => [name, earlier[name] ?? null])));
        }}
      >
        {t`Take over the earlier values`}
      </Button>
    </Stack>
  );
}
