import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { TextLink } from '../layout/links.js';
import type { AuditEvent } from '../management-api/resources.js';

/** A link to the screen of the subject of an event; absent for a subject without one. */
export function SubjectLink({ event }: { readonly event: AuditEvent }): ReactNode {
  const { subject, details, action } = event;
  const { type } = details;
  if (subject === null || action.endsWith('.deleted') || action === 'bundle.removed') return null;
  const { kind, id } = subject;
  const text = t`Open`;
  if (kind === 'entry' && typeof type === 'string')
    return (
      <TextLink {...SIZE} to="/entries/$type/$id" params={{ type, id }}>
        {text}
      </TextLink>
    );
  if (kind === 'bundle')
    return (
      <TextLink {...SIZE} to="/content-model/$type" params={{ type: id }}>
        {text}
      </TextLink>
    );
  const to = SCREENS.find((screen) => screen.kind === kind)?.to;
  return to === undefined ? null : (
    <TextLink {...SIZE} to={to} params={{ id }}>
      {text}
    </TextLink>
  );
}

/** Large enough for a finger. */
const SIZE = { size: 'sm', display: 'inline-block', mih: 24 } as const;

/** The screens whose address ends with the id of the subject. */
const SCREENS = [
  { kind: 'user', to: '/users/$id' },
  { kind: 'client', to: '/api-clients/$id' },
  { kind: 'webhook', to: '/webhooks/$id' },
  { kind: 'job', to: '/jobs/$id' },
] as const;
