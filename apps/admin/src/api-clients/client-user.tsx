import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as queries from '../management-api/queries.js';

interface ClientUserProps {
  readonly value: string | null;
  readonly onChange: (user: string | null) => void;
  readonly error: string | undefined;
}

/** A choice of the user that is the author of entries created with the grant `client_credentials`. */
export function ClientUser({ value, onChange, error }: ClientUserProps): ReactNode {
  const { data = [] } = useQuery(queries.users);
  const known = data.map(({ id, name, displayName }) => ({
    value: id,
    label: `${displayName} (${name})`,
  }));
  const choices =
    value === null || known.some((choice) => choice.value === value)
      ? known
      : [...known, { value, label: value }];
  return (
    <Select
      label={t`Author of its entries`}
      description={t`The author of entries that the client creates for itself.`}
      placeholder={t`The first user of the site`}
      clearable
      searchable
      data={choices}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
