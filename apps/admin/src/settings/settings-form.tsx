import { Card, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { startOver } from '../forms/start-over.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAct } from '../forms/use-act.js';
import { type Draft, useDraft } from '../forms/use-draft.js';
import { Loaded } from '../frame/loaded.js';
import type { Answer } from '../http/send.js';
import { manage } from '../manage/manage.js';
import * as queries from '../manage/queries.js';

interface SettingsFormProps<T extends object> {
  readonly name: 'jsonapi' | 'cors' | 'oauth';
  readonly title: string;
  readonly description: string;
  /** The inputs, each with its faults. */
  readonly children: (draft: Draft<T>, failure: unknown) => ReactNode;
}

/** One document of settings, which is saved on its own. */
export function SettingsForm<T extends object>(props: SettingsFormProps<T>): ReactNode {
  const query = useQuery(queries.settings<T>(props.name));
  return (
    <Card withBorder component="section" aria-label={props.title}>
      <Title order={2} size="h4">
        {props.title}
      </Title>
      <Text c="dimmed" size="sm" mb="lg">
        {props.description}
      </Text>
      <Loaded query={query}>{(answer) => <Fields {...props} answer={answer} />}</Loaded>
    </Card>
  );
}

function Fields<T extends object>({
  name,
  children,
  answer: { body, etag },
}: SettingsFormProps<T> & { readonly answer: Answer<T> }): ReactNode {
  const draft = useDraft<T>(body, etag);
  const save = useAct({
    act: () => manage.patch(`/settings/${name}`, draft.changes, draft.etag),
    done: 'Saved',
    refresh: [['settings', name]],
    then: draft.reset,
  });
  const shown = Object.keys(body).map((member) => `/${member}`);
  return (
    <Form
      onSubmit={save.mutate}
      failure={save.error}
      shown={shown}
      onReload={startOver(draft, save)}
      gap="lg"
    >
      <UnsavedChanges when={draft.isChanged} />
      {children(draft, save.error)}
      <FormButtons submit="Save" isSaving={save.isPending} disabled={!draft.isChanged} />
    </Form>
  );
}
