import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../session/session-state.js';
import { formatDateTime } from './format-date-time.js';
import { isSame } from './is-same.js';
import { forgetUnsaved, keepUnsaved, readUnsaved, type UnsavedValues } from './unsaved-store.js';
import type { Draft } from './use-draft.js';

/** Milliseconds from the last change until it is kept. */
const DELAY_MS = 400;

interface UnsavedValuesNoticeProps<T extends object> {
  /** Names the form among those of the administration, such as `entries/node--article/new`. */
  readonly form: string;
  readonly draft: Draft<T>;
  /** The label of a member of the form. */
  readonly getLabel: (name: string) => string;
}

/**
 * Keeps what is not saved yet in the browser, for the user who is signed in, until it is saved or given up; and offers it when the form is
 * opened again after the page was closed or the browser has crashed.
 */
export function UnsavedValuesNotice<T extends object>({
  form,
  draft,
  getLabel,
}: UnsavedValuesNoticeProps<T>): ReactNode {
  const key = `${useSession().user.id} ${form}`;
  const [read, setRead] = useState<{ readonly key: string; readonly found?: UnsavedValues | undefined }>();
  const isRead = read?.key === key;
  const original = draft.original as Readonly<Record<string, unknown>>;
  const offered = isRead ? read.found : undefined;
  const names = Object.entries(offered?.changes ?? {})
    .filter(([name, value]) => name in original && !isSame(original[name], value))
    .map(([name]) => name);

  useEffect(() => {
    let isShown = true;
    void readUnsaved(key).then((found) => {
      if (isShown) setRead({ key, found });
    });
    return () => {
      isShown = false;
    };
  }, [key]);

  const keep = useEffectEvent(() => {
    if (!isRead) return;
    // What is offered stays until the user has decided, beside what is typed meanwhile.
    const changes = { ...offered?.changes, ...draft.changes };
    const base = Object.fromEntries(Object.keys(draft.changes).map((name) => [name, original[name]]));
    if (Object.keys(changes).length === 0) void forgetUnsaved(key);
    else void keepUnsaved(key, { changes, base: { ...offered?.base, ...base }, keptAt: Date.now() });
  });
  useEffect(() => {
    if (read === undefined) return undefined;
    const timer = setTimeout(keep, DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [read, draft.changes]);

  // Another screen is shown only after a question about what is not saved. A page that is closed ends without this.
  const giveUp = useEffectEvent((left: string) => {
    if (read?.key === left && read.found === undefined) void forgetUnsaved(left);
  });
  useEffect(
    () => () => {
      giveUp(key);
    },
    [key],
  );

  if (offered === undefined || names.length === 0) return null;
  const labels = names.map(getLabel).join(', ');
  const changedSince = names.filter((name) => !isSame(offered.base[name], original[name])).map(getLabel);
  const settle = (): void => {
    setRead({ key });
  };
  return (
    <Alert color="blue" title={t`You have changes here that were not saved`} role="status">
      <Text size="sm">
        {t`This browser has kept them since ${formatDateTime(new Date(offered.keptAt).toISOString())}: ${labels}.`}{' '}
        {changedSince.length > 0 && t`Meanwhile others have saved: ${changedSince.join(', ')}.`}
      </Text>
      <Group mt="sm" gap="sm">
        <Button
          size="xs"
          onClick={() => {
            for (const name of names) draft.set(name as keyof T, offered.changes[name] as T[keyof T]);
            settle();
          }}
        >
          {t`Take them over`}
        </Button>
        <Button size="xs" variant="default" onClick={settle}>
          {t`Discard them`}
        </Button>
      </Group>
    </Alert>
  );
}
