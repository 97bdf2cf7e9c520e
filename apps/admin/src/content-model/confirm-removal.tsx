import { confirm } from '../forms/confirm.js';

interface Removal {
  readonly what: string;
  /** How many entries it touches. */
  readonly affected: number;
  /** What becomes of them. */
  readonly effect: string;
  readonly onConfirm: (force: boolean) => void;
}

/** Says what is lost before something is removed from the content model; the service wants to be told so too. */
export function confirmRemoval({ what, affected, effect, onConfirm }: Removal): void {
  const entries = affected === 1 ? '1 entry' : `${affected} entries`;
  confirm({
    title: `Remove ${what}?`,
    text: affected === 0 ? 'No entry uses it.' : `${entries} will be affected. ${effect}`,
    act: affected === 0 ? 'Remove' : `Remove, and affect ${entries}`,
    onConfirm: () => {
      onConfirm(affected > 0);
    },
  });
}
