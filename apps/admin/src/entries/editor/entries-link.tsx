import type { ReactNode } from 'react';
import { TextLink } from '../../frame/links.js';

export function EntriesLink({ type, label }: { readonly type: string; readonly label: string }): ReactNode {
  return (
    <TextLink to="/entries/$type" params={{ type }} size="sm">
      ← {label}
    </TextLink>
  );
}
