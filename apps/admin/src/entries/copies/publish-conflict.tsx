import { plural, t } from '@lingui/core/macro';
import { Box, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { QueryBoundary } from '../../layout/query-boundary.js';
import type { Field } from '../../management-api/resources.js';
import { ValueChange } from '../history/value-change.js';
import { getFieldLabel } from '../resource-type.js';
import { toValues, type Values } from '../values.js';

interface PublishConflictProps {
  readonly entry: Identifier;
  /** The fields that differ. */
  readonly fields: readonly Field[];
  /** The values of the form. */
  readonly mine: Values;
  /**
   * @param theirs the values of the site that the user has chosen
   * @param publishedETag the `ETag` of the published version
   */
  readonly onPublish: (theirs: Values, publishedETag: string | undefined) => void;
  readonly onClose: () => void;
}

/**
 * After a 409 of a publication: the fields that the site has changed since the working copy started from it, each with the choice
 * between the two values.
 */
export function PublishConflict({ entry, ...props }: PublishConflictProps): ReactNode {
  const { fields, onClose } = props;
  const query = useQuery({
    queryKey: ['entry', entry.type, entry.id, 'published'],
    queryFn: () => jsonApi.get(entry),
    gcTime: 0,
  });
  const title = plural(fields.length, {
    one: '# field was changed on the site since',
    other: '# fields were changed on the site since',
  });
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <QueryBoundary query={query}>
        {({ body, etag }) => <Choices {...props} published={toValues(body.data, fields)} etag={etag} />}
      </QueryBoundary>
    </Modal>
  );
}

interface ChoicesProps extends Omit<PublishConflictProps, 'entry'> {
  readonly published: Values;
  readonly etag: string | undefined;
}

function Choices({ fields, mine, published, etag, onPublish, onClose }: ChoicesProps): ReactNode {
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  return (
    <Stack>
      <Text size="sm">{t`Struck words are on the site now, marked ones are yours.`}</Text>
      {fields.map((field) => {
        const { name } = field;
        const label = getFieldLabel(field);
        return (
          <Radio.Group
            key={name}
            label={label}
            value={theirs.includes(name) ? 'theirs' : 'mine'}
            onChange={(choice) => {
              const others = theirs.filter((other) => other !== name);
              setTheirs(choice === 'theirs' ? [...others, name] : others);
            }}
          >
            <Box my="xs">
              <ValueChange field={field} before={published[name]} after={mine[name]} />
            </Box>
            <Group gap="lg">
              <Radio value="mine" label={t`Publish mine`} />
              <Radio value="theirs" label={t`Keep that of the site`} />
            </Group>
          </Radio.Group>
        );
      })}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t`Continue editing`}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onPublish(Object.fromEntries(theirs.map((name) => [name, published[name] ?? null])), etag);
          }}
        >
          {t`Publish`}
        </Button>
      </Group>
    </Stack>
  );
}
