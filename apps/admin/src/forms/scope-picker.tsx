import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  Alert,
  Box,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Input,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as queries from '../management-api/queries.js';
import type { Scope } from '../management-api/resources.js';
import { useSession } from '../session/session-state.js';

interface ScopePickerProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

/**
 * Checkboxes for all scopes, by group. Scopes that the user's token lacks cannot be selected or cleared: the service refuses
 * to grant them, and refuses every change of a client or role that holds one of them (403 `scope_not_held`).
 */
export function ScopePicker({
  label,
  value,
  onChange,
  error,
  disabled = false,
}: ScopePickerProps): ReactNode {
  const { data } = useQuery(queries.scopes);
  const { scopes: held } = useSession();
  if (data === undefined) return <Skeleton height={240} />;
  const names = data.map(({ name }) => name);
  const lacking = value.filter((name) => !held.has(name));
  return (
    <Stack gap="sm" data-error-group>
      <Group justify="space-between">
        <Text fw={600}>{label}</Text>
        {!disabled && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                onChange(names.filter((name) => held.has(name) || value.includes(name)));
              }}
            >
              {t`Select all`}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                onChange(value.filter((name) => !held.has(name)));
              }}
            >
              {t`Select none`}
            </Button>
          </Group>
        )}
      </Group>
      {error !== undefined && <Input.Error data-error-text>{error}</Input.Error>}
      {!disabled && lacking.length > 0 && (
        <Alert color="yellow" c="inherit">
          <Trans>You do not have {lacking.join(', ')} yourself, so you cannot change this.</Trans>
        </Alert>
      )}
      <Checkbox.Group
        value={[...value]}
        onChange={(chosen) => {
          onChange(names.filter((name) => chosen.includes(name)));
        }}
        aria-label={label}
      >
        <Stack gap="sm">
          {groupByName(data.filter(isServed)).map(([group, scopes]) => (
            <ScopeGroup key={group} group={group} scopes={scopes} disabled={disabled} />
          ))}
          <CompatibilityScopes
            scopes={data.filter((scope) => !isServed(scope))}
            value={value}
            disabled={disabled}
          />
        </Stack>
      </Checkbox.Group>
    </Stack>
  );
}

/** Scopes of Drupal's page builder, page templates and menus are accepted, but nothing here needs them. */
function isServed({ name, group }: Scope): boolean {
  return group !== 'Canvas' && name !== 'page_template:administer' && name !== 'menu:administer';
}

interface CompatibilityScopesProps {
  readonly scopes: readonly Scope[];
  readonly value: readonly string[];
  readonly disabled: boolean;
}

/** The scopes that are not served, folded unless one was selected at first. */
function CompatibilityScopes({ scopes, value, disabled }: CompatibilityScopesProps): ReactNode {
  const [isUsed] = useState(() => scopes.some(({ name }) => value.includes(name)));
  return (
    <Box component="details" open={isUsed}>
      <Text component="summary" size="sm" mih={24}>
        <Trans>For compatibility: scopes of a page builder, which this service does not have</Trans>
      </Text>
      <Box mt="sm">
        <ScopeGroup group={t`For compatibility`} scopes={scopes} disabled={disabled} />
      </Box>
    </Box>
  );
}

interface ScopeGroupProps {
  readonly group: string;
  readonly scopes: readonly Scope[];
  readonly disabled: boolean;
}

function ScopeGroup({ group, scopes, disabled }: ScopeGroupProps): ReactNode {
  const { scopes: held } = useSession();
  return (
    <Fieldset legend={group} disabled={disabled}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        {scopes.map(({ name, governs }) => (
          <Checkbox
            key={name}
            value={name}
            label={governs}
            description={held.has(name) ? name : t`${name} – you do not have it yourself`}
            disabled={disabled || !held.has(name)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

function groupByName(scopes: readonly Scope[]): readonly (readonly [string, readonly Scope[]])[] {
  const names = [...new Set(scopes.map(({ group }) => group))];
  return names.map((name) => [name, scopes.filter(({ group }) => group === name)]);
}
