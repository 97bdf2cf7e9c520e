import { plural, t } from '@lingui/core/macro';
import { confirm } from '../forms/confirm.js';

interface Removal {
  /** The label of the field or bundle. */
  readonly name: string;
  /** The number of entries that lose data. */
  readonly affected: number;
  /** The consequence for those entries, as a sentence. */
  readonly effect: string;
  readonly onConfirm: (force: boolean) => void;
}

/**
 * Asks for confirmation of a removal from the content model, with the number of affected entries. `onConfirm` gets `force`
 * (`?force=true`), which the service requires when entries are affected.
 */
export function confirmRemoval({ name, affected, effect, onConfirm }: Removal): void {
  confirm({
    title: t`Remove ${name}?`,
    text:
      affected === 0
        ? t`No entry uses it.`
        : `${plural(affected, { one: '# entry will be affected.', other: '# entries will be affected.' })} ${effect}`,
    confirmLabel:
      affected === 0
        ? t`Remove`
        : plural(affected, { one: 'Remove, and affect # entry', other: 'Remove, and affect # entries' }),
    onConfirm: () => {
      onConfirm(affected > 0);
    },
    size: affected === 0 ? undefined : 'lg',
  });
}
