import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Card, Group, List, Text, ThemeIcon, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { IconAlertTriangle, IconCheck, IconCircle } from '../icons/icons.js';
import { TextLink } from '../layout/links.js';
import * as queries from '../management-api/queries.js';
import type { ContentModel, CorsSettings, JsonApiSettings } from '../management-api/resources.js';
import { getSetupSteps, getSiteWarnings, type SetupStep, type SiteFacts } from './site-facts.js';

/** For administrators: what should be looked at, and the steps in setting up the site until all are done. */
export function SiteStatus({ model }: { readonly model: ContentModel }): ReactNode {
  const facts = useSiteFacts(model);
  const [now] = useState(() => Date.now());
  if (facts === undefined) return null;
  const steps = getSetupSteps(facts);
  return (
    <>
      {getSiteWarnings(facts, now).map(({ text, to, action }) => (
        <Alert key={text} color="orange" c="inherit" icon={<IconAlertTriangle />}>
          <Text size="sm">{text}</Text>
          <TextLink to={to} size="sm">
            {action}
          </TextLink>
        </Alert>
      ))}
      {steps.some(({ isDone }) => !isDone) && <Checklist steps={steps} />}
    </>
  );
}

/** `undefined` until all of them are known. */
function useSiteFacts(model: ContentModel): SiteFacts | undefined {
  const { data: jsonApi } = useQuery(queries.settings<JsonApiSettings>('jsonapi'));
  const { data: cors } = useQuery(queries.settings<CorsSettings>('cors'));
  const { data: clients } = useQuery(queries.apiClients);
  const { data: users } = useQuery(queries.users);
  const { data: roles } = useQuery(queries.roles);
  const { data: keys } = useQuery(queries.signingKeys);
  if (jsonApi === undefined || cors === undefined || clients === undefined) return undefined;
  if (users === undefined || roles === undefined || keys === undefined) return undefined;
  return { model, jsonApi: jsonApi.body, cors: cors.body, clients, users, roles, keys };
}

/** The browser keeps whether it is hidden. */
function Checklist({ steps }: { readonly steps: readonly SetupStep[] }): ReactNode {
  const id = useId();
  const [isHidden, setHidden] = useLocalStorage({
    key: 'home-checklist-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (isHidden) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card withBorder component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h4" id={id}>
          {t`Set up this site`}
        </Title>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <Trans>
            {done} of {steps.length}
          </Trans>
        </Text>
      </Group>
      <List listStyleType="none" spacing="xs" center>
        {steps.map(({ label, to, isDone }) => (
          <List.Item key={label} icon={<StepIcon isDone={isDone} />}>
            {isDone ? (
              <Text size="sm" c="dimmed">
                {label}
              </Text>
            ) : (
              <TextLink to={to} size="sm">
                {label}
              </TextLink>
            )}
          </List.Item>
        ))}
      </List>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        onClick={() => {
          setHidden(true);
        }}
      >
        {t`Hide this list`}
      </Button>
    </Card>
  );
}

function StepIcon({ isDone }: { readonly isDone: boolean }): ReactNode {
  return (
    <ThemeIcon
      variant={isDone ? 'light' : 'transparent'}
      color={isDone ? 'green' : 'gray'}
      size={22}
      radius="xl"
      role="img"
      aria-label={isDone ? t`Done` : t`Open`}
    >
      {isDone ? <IconCheck size={14} /> : <IconCircle size={18} />}
    </ThemeIcon>
  );
}
