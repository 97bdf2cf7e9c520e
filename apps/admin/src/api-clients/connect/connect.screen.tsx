import { t } from '@lingui/core/macro';
import { Card, Radio, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReadOnlyNotice } from '../../entries/read-only-notice.js';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { useAction } from '../../forms/use-action.js';
import { type Draft, useDraft } from '../../forms/use-draft.js';
import { useOpenErrors } from '../../forms/use-open-errors.js';
import { findFieldError } from '../../http/field-errors.js';
import { BackLink } from '../../layout/links.js';
import { Screen } from '../../layout/screen.js';
import { connect, CONNECT_POINTERS, type ConnectValues } from './connect.js';
import { Connected } from './connected.js';
import { FRAMEWORKS, getFramework } from './frameworks.js';
import { BOUNDS } from '../../management-api/bounds.js';

const EMPTY: ConnectValues = { framework: 'next', access: 'read', withSignIn: false, label: '', address: '' };

const ACCESSES = [
  {
    value: 'read',
    label: t`Read what is published`,
    description: t`What visitors may see, and nothing else`,
  },
  {
    value: 'write',
    label: t`Read drafts, and write`,
    description: t`Drafts too: for previews, forms and imports`,
  },
] as const;

/** One form that makes an API client, and allows its origin and redirect URI; then what the website needs of it. */
export function ConnectScreen(): ReactNode {
  const navigate = useNavigate();
  const draft = useDraft(EMPTY);
  const connection = useAction({
    mutationFn: () => connect(draft.values),
    invalidates: [['api-clients'], ['settings', 'cors']],
  });
  const failure = useOpenErrors(connection.error, draft.values);
  const framework = getFramework(draft.values.framework);
  const connected = connection.data;
  return (
    <Screen
      title={t`Connect a website`}
      description={t`A website, an app or a script gets credentials of its own, with no more rights than it needs.`}
      above={<BackLink to="/api-clients">{t`API clients`}</BackLink>}
      width="narrow"
    >
      {connected === undefined ? (
        <Form
          onSubmit={connection.mutate}
          failure={failure}
          inputPointers={CONNECT_POINTERS}
          unsaved={{ form: 'api-clients/connect', draft }}
          gap="lg"
        >
          {draft.values.access === 'write' && <ReadOnlyNotice />}
          <Card withBorder>
            <Inputs draft={draft} failure={failure} />
          </Card>
          <FormButtons submit={t`Connect`} isSaving={connection.isPending} />
        </Form>
      ) : (
        <Connected
          client={connected.client}
          framework={framework}
          notes={connected.notes}
          warning={connected.warning}
          onDone={() => {
            void navigate({
              to: '/api-clients/$id',
              params: { id: connected.client.id },
              ignoreBlocker: true,
            });
          }}
        />
      )}
    </Screen>
  );
}

interface InputsProps {
  readonly draft: Draft<ConnectValues>;
  readonly failure: unknown;
}

function Inputs({ draft: { values, set }, failure }: InputsProps): ReactNode {
  const framework = getFramework(values.framework);
  const hasPages = framework.callbackPath !== undefined;
  return (
    <Stack gap="lg">
      <Radio.Group
        label={t`What is it?`}
        value={values.framework}
        onChange={(name) => {
          set('framework', name);
          set('withSignIn', !getFramework(name).confidential);
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="sm">
          {FRAMEWORKS.map(({ name, label, description }) => (
            <Radio key={name} value={name} label={label} description={description} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Radio.Group
        label={t`What may it do?`}
        value={values.access}
        error={findFieldError(failure, '/allowedScopes', t`What it may do`)}
        onChange={(access) => {
          set('access', access === 'write' ? 'write' : 'read');
        }}
      >
        <Stack gap="xs" mt="xs">
          {ACCESSES.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      {hasPages && (
        <>
          <TextInput
            label={t`Its address`}
            description={t`Scheme and host, such as https://www.example.com, or http://localhost:3000 on your computer.`}
            placeholder="https://www.example.com"
            required
            value={values.address}
            error={
              findFieldError(failure, '/address', t`Its address`) ??
              findFieldError(failure, '/redirectUris/0', t`Its address`)
            }
            onChange={({ currentTarget }) => {
              set('address', currentTarget.value.trim());
            }}
          />
          <Switch
            label={t`People sign in to it with their accounts here`}
            description={t`They are sent back to ${framework.callbackPath ?? ''} at that address.`}
            checked={values.withSignIn}
            disabled={!framework.confidential}
            onChange={({ currentTarget }) => {
              set('withSignIn', currentTarget.checked);
            }}
          />
        </>
      )}
      <TextInput
        label={t`Name`}
        description={t`Shown in the list of API clients, and to people who are asked for their consent.`}
        required
        maxLength={BOUNDS['ApiClient.new'].label.maxLength}
        value={values.label}
        error={findFieldError(failure, '/label', t`Name`)}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
    </Stack>
  );
}
