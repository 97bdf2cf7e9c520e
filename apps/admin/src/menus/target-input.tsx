import { t } from '@lingui/core/macro';
import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ReferencePicker } from '../entries/references/reference-picker.js';
import { hasPage, toResourceTypes } from '../entries/resource-type.js';
import { StatusBadge } from '../entries/status-badge.js';
import { TextLink } from '../layout/links.js';
import * as queries from '../management-api/queries.js';
import {
  formatAddress,
  formatEntryUri,
  getFirstUri,
  getTargetKind,
  type TargetKind,
  toUri,
} from './link-target.js';
import { useEntryTargets } from './use-entry-targets.js';

const KINDS: Readonly<Record<TargetKind, string>> = {
  entry: t`An entry`,
  address: t`An address`,
  front: t`The front page`,
  none: t`Nothing: it is a heading`,
};

interface TargetInputProps {
  /** The URI of the target; empty without one. */
  readonly uri: string;
  readonly kinds: readonly TargetKind[];
  readonly error: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (uri: string) => void;
}

/** The target of a link: an entry that is searched by its title, an address, the front page, or nothing. */
export function TargetInput({ uri, kinds, error, disabled = false, onChange }: TargetInputProps): ReactNode {
  const [kind, setKind] = useState(() => getTargetKind(uri));
  return (
    <Stack gap="sm">
      <Select
        label={t`Leads to`}
        allowDeselect={false}
        disabled={disabled}
        data={kinds.map((value) => ({ value, label: KINDS[value] }))}
        value={kind}
        onChange={(chosen) => {
          const next = kinds.find((one) => one === chosen);
          if (next === undefined || next === kind) return;
          setKind(next);
          onChange(getFirstUri(next));
        }}
      />
      {kind === 'entry' && <EntryInput uri={uri} error={error} disabled={disabled} onChange={onChange} />}
      {kind === 'address' && <AddressInput uri={uri} error={error} disabled={disabled} onChange={onChange} />}
    </Stack>
  );
}

type KindInputProps = Omit<Required<TargetInputProps>, 'kinds'>;

/** The chosen entry with its status, and a search by title for another one. */
function EntryInput({ uri, error, disabled, onChange }: KindInputProps): ReactNode {
  const { data: model } = useQuery(queries.contentModel);
  const target = useEntryTargets([uri]).get(uri);
  const types = (model === undefined ? [] : toResourceTypes(model)).filter(hasPage);
  return (
    <Stack gap={6} role="group" aria-label={t`Entry`}>
      {target !== undefined && (
        <Group gap="sm">
          {target === null ? (
            <Text size="sm" c="red">
              {t`This entry does not exist any more.`}
            </Text>
          ) : (
            <>
              <TextLink to="/entries/$type/$id" params={{ type: target.type, id: target.id }} size="sm">
                {target.title}
              </TextLink>
              <StatusBadge isPublished={target.isPublished} />
            </>
          )}
        </Group>
      )}
      {!disabled && (
        <ReferencePicker
          label={uri === '' ? t`Choose an entry` : t`Choose another entry`}
          types={types.map(({ type }) => type)}
          excluded={[]}
          onPick={({ type, id }) => {
            onChange(formatEntryUri(type, id));
          }}
        />
      )}
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}

/** An address as it is typed: `/about` for a path of the site, `example.com` for a host. */
function AddressInput({ uri, error, disabled, onChange }: KindInputProps): ReactNode {
  const [text, setText] = useState(() => formatAddress(uri));
  return (
    <TextInput
      label={t`Address`}
      description={t`A path of the site, such as /about, or an address such as https://www.example.com.`}
      required
      disabled={disabled}
      error={error}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(toUri(currentTarget.value));
      }}
      onBlur={() => {
        setText(formatAddress(uri));
      }}
    />
  );
}
