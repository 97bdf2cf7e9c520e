import { Card, Group, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlainLink } from '../layout/links.js';
import { NAVIGATION_ITEMS } from '../layout/navigation.js';
import { Screen } from '../layout/screen.js';
import { useSession } from '../session/session-state.js';

/** The start: a card for each screen that the user's scopes allow. */
export function HomeScreen(): ReactNode {
  const { user, scopes } = useSession();
  const offered = NAVIGATION_ITEMS.filter(
    ({ to, anyOf }) => to !== '/' && anyOf.some((scope) => scopes.has(scope)),
  );
  return (
    <Screen title={`Welcome, ${user.displayName ?? user.name}`} description="What would you like to do?">
      {offered.length === 0 && (
        <Text>Your role «{user.role}» has nothing to administer. Ask an administrator for another one.</Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
        {offered.map(({ to, label, purpose, icon: Icon }) => (
          <PlainLink key={to} to={to}>
            <Card withBorder h="100%">
              <Group wrap="nowrap" align="flex-start">
                <ThemeIcon variant="light" size={40}>
                  <Icon size={22} stroke={1.6} />
                </ThemeIcon>
                <div>
                  <Text fw={600}>{label}</Text>
                  <Text size="sm" c="dimmed">
                    {purpose}
                  </Text>
                </div>
              </Group>
            </Card>
          </PlainLink>
        ))}
      </SimpleGrid>
    </Screen>
  );
}
