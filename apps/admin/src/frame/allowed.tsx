import { Alert, Code, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../session/use-session.js';
import { Screen } from './screen.js';
import { SCREENS } from './navigation.js';

/** A screen for who may use it; others, who came by an address, learn what is missing. */
export function Allowed({
  path,
  children,
}: {
  readonly path: string;
  readonly children: ReactNode;
}): ReactNode {
  const { scopes, user } = useSession();
  const screen = SCREENS.find(({ to }) => to !== '/' && path.startsWith(to));
  const anyOf = screen?.anyOf ?? [];
  if (anyOf.length === 0 || anyOf.some((scope) => scopes.has(scope))) return children;
  return (
    <Screen title={screen?.label ?? ''}>
      <Alert icon={<IconLock />} title="Your role does not allow this" color="orange">
        <Text size="sm">
          This screen needs {anyOf.length > 1 ? 'one of the scopes' : 'the scope'}{' '}
          {anyOf.map((scope) => (
            <Code key={scope} mr={4}>
              {scope}
            </Code>
          ))}
          , which your role «{user.role}» does not have. Ask an administrator.
        </Text>
      </Alert>
    </Screen>
  );
}
