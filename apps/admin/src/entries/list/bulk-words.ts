import { i18n } from '#i18n';
import { plural, t } from '@lingui/core/macro';
import type { Job } from '../../management-api/operations-resources.js';
import type { components } from '../../management-api/schema.js';

export type BulkAction = components['schemas']['BulkAction.new']['action'];

/** An action that needs nothing but the entries. */
export type PlainAction = Exclude<BulkAction, 'update'>;

/** The result of a bulk action (`POST /manage/bulk-actions`). */
export interface BulkResult {
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  /** The first entries that a rule refused. */
  readonly failures: readonly { readonly id: string; readonly detail: string }[];
  /** Whether what it has changed can be set back; absent of an undo. */
  readonly undoable?: boolean;
}

interface BulkWords {
  readonly title: string;
  /** The label of a button, and what is typed to confirm the action. */
  readonly label: string;
  readonly question: (count: number) => string;
  readonly confirmLabel: (count: number) => string;
  readonly changed: (count: string) => string;
  readonly unchanged: (count: number) => string;
  readonly changedOf: (count: string, all: string) => string;
}

const WORDS: Readonly<Record<BulkAction, BulkWords>> = {
  publish: {
    title: t`Publish entries`,
    label: t`Publish`,
    question: (count) => plural(count, { one: 'Publish # entry?', other: 'Publish # entries?' }),
    confirmLabel: (count) => plural(count, { one: 'Publish # entry', other: 'Publish # entries' }),
    changed: (count) => t`${count} published`,
    unchanged: (count) =>
      plural(count, { one: '# was published already', other: '# were published already' }),
    changedOf: (count, all) => t`${count} of ${all} published`,
  },
  unpublish: {
    title: t`Unpublish entries`,
    label: t`Unpublish`,
    question: (count) => plural(count, { one: 'Unpublish # entry?', other: 'Unpublish # entries?' }),
    confirmLabel: (count) => plural(count, { one: 'Unpublish # entry', other: 'Unpublish # entries' }),
    changed: (count) => t`${count} unpublished`,
    unchanged: (count) =>
      plural(count, { one: '# was unpublished already', other: '# were unpublished already' }),
    changedOf: (count, all) => t`${count} of ${all} unpublished`,
  },
  delete: {
    title: t`Delete entries`,
    label: t`Delete`,
    question: (count) => plural(count, { one: 'Delete # entry?', other: 'Delete # entries?' }),
    confirmLabel: (count) => plural(count, { one: 'Delete # entry', other: 'Delete # entries' }),
    changed: (count) => t`${count} deleted`,
    unchanged: (count) => plural(count, { one: '# was deleted already', other: '# were deleted already' }),
    changedOf: (count, all) => t`${count} of ${all} deleted`,
  },
  update: {
    title: t`Edit entries`,
    label: t`Edit fields`,
    question: (count) => plural(count, { one: 'Change # entry?', other: 'Change # entries?' }),
    confirmLabel: (count) => plural(count, { one: 'Change # entry', other: 'Change # entries' }),
    changed: (count) => t`${count} changed`,
    unchanged: (count) => plural(count, { one: '# was so already', other: '# were so already' }),
    changedOf: (count, all) => t`${count} of ${all} changed`,
  },
};

/** What is said of entries that an action has refused to change. */
const REFUSED = (count: string): string => t`${count} refused`;

/** Entries that an undo leaves as they are, because they were changed since. */
const LEFT = (count: string): string => t`${count} left as they are`;

const UNDO_WORDS: Pick<BulkWords, 'changed' | 'unchanged'> = {
  changed: (count) => t`${count} set back`,
  unchanged: (count) => plural(count, { one: '# was set back already', other: '# were set back already' }),
};

/** Such as `Publish`. */
export function formatAction(action: BulkAction): string {
  return WORDS[action].label;
}

/** Such as `Publish 30 entries?`, and the label of the button that confirms it. */
export function formatQuestion(
  action: BulkAction,
  count: number,
): { readonly title: string; readonly confirmLabel: string } {
  const { question, confirmLabel } = WORDS[action];
  return { title: question(count), confirmLabel: confirmLabel(count) };
}

/** Such as `3 of 4 published`. */
export function formatChangedOf(action: BulkAction, count: number, all: number): string {
  return WORDS[action].changedOf(i18n.number(count), i18n.number(all));
}

/** What the job of a bulk action does, such as `Publish entries`. */
export function getBulkTitle({ parameters }: Pick<Job, 'parameters'>): string {
  const { title } = WORDS[parameters['action'] as BulkAction];
  return isUndo({ parameters }) ? t`Undo: ${title}` : title;
}

/** Whether a bulk action sets back another one. */
function isUndo({ parameters }: Pick<Job, 'parameters'>): boolean {
  return 'undoes' in parameters;
}

/** Such as `3 of 4 set back`. */
export function formatSetBack(count: number, all: number): string {
  return t`${i18n.number(count)} of ${i18n.number(all)} set back`;
}

/** Such as `1,200 published, 3 were published already, 1 refused.` */
export function formatBulkResult(
  { parameters }: Pick<Job, 'parameters'>,
  { changed, unchanged, failed }: BulkResult,
): string {
  const action = parameters['action'] as BulkAction;
  const words = isUndo({ parameters }) ? UNDO_WORDS : WORDS[action];
  const formatFailed = isUndo({ parameters }) && action === 'update' ? LEFT : REFUSED;
  const parts = [
    words.changed(i18n.number(changed)),
    ...(unchanged === 0 ? [] : [words.unchanged(unchanged)]),
    ...(failed === 0 ? [] : [formatFailed(i18n.number(failed))]),
  ];
  return `${parts.join(', ')}.`;
}

/** Such as `1 entry` or `10,001 entries`. */
export function formatEntries(count: number): string {
  return plural(count, { one: '# entry', other: '# entries' });
}
