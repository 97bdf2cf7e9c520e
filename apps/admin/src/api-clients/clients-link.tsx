import type { ReactNode } from 'react';
import { TextLink } from '../frame/links.js';

export function ClientsLink(): ReactNode {
  return (
    <TextLink to="/api-clients" size="sm">
      ← API clients
    </TextLink>
  );
}
