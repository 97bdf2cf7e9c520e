import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSession } from '../session/session-state.js';
import { formatDateTime } from './format-date-time.js';
import { isSame } from './is-same.js';
import { onRelease } from './release-unsaved.js';
import { forgetUnsaved, keepUnsaved, readUnsaved, type UnsavedValues } from './unsaved-store.js';

/** Milliseconds from the last change until it is kept. */
const DELAY_MS = 400;

/** The part of a `Draft` that is kept. */
export interface KeptDraft {
  readonly original: object;
  readonly changes: object;
  readonly set: (name: never, value: never) => void;
}

/** A form whose values are kept until they are saved. */
export interface UnsavedForm {
  /** Names the form among those of the administration, such as `entries/node--article/new`. */
  readonly form: string;
  readonly draft: KeptDraft;
  /** The label of a member of the form; without it the notice does not name what is kept. */
  readonly getLabel?: (name: string) => string;
  /** Whether the form has a member of what was kept; by default those of the original. */
  readonly isMember?: (name: string) => boolean;
  /** Members whose values are never kept; by default `SECRETS`. */
  readonly omit?: ReadonlySet<string>;
}

interface UnsavedValuesNoticeProps extends UnsavedForm {
  /** Called after the values were taken over. */
  readonly onTaken: () => void;
}

/**
 * Keeps what is not saved yet in the browser, for the user who is signed in, until it is saved or given up; and offers it when the form is
 * opened again after the page was closed or the browser has crashed.
 */
export function UnsavedValuesNotice({
  form,
  draft,
  getLabel,
  isMember = (name) => name in draft.original,
  omit = SECRETS,
  onTaken,
}: UnsavedValuesNoticeProps): ReactNode {
  const key = `${useSession().user.id} ${form}`;
  const [read, setRead] = useState<{ readonly key: string; readonly found?: UnsavedValues | undefined }>();
  const isRead = read?.key === key;
  const original = draft.original as Readonly<Record<string, unknown>>;
  const offered = isRead ? read.found : undefined;
  const names = Object.entries(offered?.changes ?? {})
    .filter(([name, value]) => isMember(name) && !isSame(original[name], value))
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

  /** Keeps what is offered, and nothing else. */
  const restore = (of: string): void => {
    if (offered === undefined) void forgetUnsaved(of);
    else void keepUnsaved(of, offered);
  };

  const keep = useEffectEvent(() => {
    if (!isRead) return;
    // What is offered stays until the user has decided, beside what is typed meanwhile.
    const typed = Object.fromEntries(Object.entries(draft.changes).filter(([name]) => !omit.has(name)));
    if (Object.keys(typed).length === 0) {
      restore(key);
      return;
    }
    const changes = { ...offered?.changes, ...typed };
    const base = Object.fromEntries(Object.keys(typed).map((name) => [name, original[name]]));
    void keepUnsaved(key, { changes, base: { ...offered?.base, ...base }, keptAt: Date.now() });
  });
  useEffect(() => {
    if (read === undefined) return undefined;
    const timer = setTimeout(keep, DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [read, draft.changes]);

  const released = useRef<object>(undefined);
  const release = useEffectEvent(() => {
    released.current = draft.changes;
  });
  useEffect(() => onRelease(release), []);

  // What was not saved or given up stays, also when a screen or a dialog ends without a question.
  const giveUp = useEffectEvent((left: string) => {
    const isDone = Object.keys(draft.changes).length === 0 || isSame(released.current, draft.changes);
    if (isDone && read?.key === left) restore(left);
  });
  useEffect(
    () => () => {
      giveUp(key);
    },
    [key],
  );

  if (offered === undefined || names.length === 0) return null;
  const changedSince = names.filter((name) => !isSame(offered.base[name], original[name]));
  const settle = (): void => {
    setRead({ key });
  };
  return (
    <Alert color="blue" title={t`You have changes here that were not saved`} role="status">
      <Text size="sm">
        {formatKept(offered.keptAt, names, getLabel)}{' '}
        {changedSince.length > 0 && formatChangedSince(changedSince, getLabel)}
      </Text>
      <Group mt="sm" gap="sm">
        <Button
          size="xs"
          onClick={() => {
            for (const name of names) draft.set(name as never, offered.changes[name] as never);
            settle();
            onTaken();
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

/** The members of forms that are secrets. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'secret', 'token', 'headers']);

function formatKept(at: number, names: readonly string[], getLabel: UnsavedForm['getLabel']): string {
  const time = formatDateTime(new Date(at).toISOString());
  if (getLabel === undefined) return t`This browser has kept them since ${time}.`;
  return t`This browser has kept them since ${time}: ${names.map(getLabel).join(', ')}.`;
}

function formatChangedSince(names: readonly string[], getLabel: UnsavedForm['getLabel']): string {
  if (getLabel === undefined) return t`Meanwhile others have saved something else here.`;
  return t`Meanwhile others have saved: ${names.map(getLabel).join(', ')}.`;
}
