import { t } from '@lingui/core/macro';
import { Box, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeliveryAttempt } from '../management-api/operations-resources.js';

/** Why there was no answer, or the beginning of the answer, which expands. */
export function AttemptDetails({ attempt }: { readonly attempt: DeliveryAttempt }): ReactNode {
  const { detail, excerpt } = attempt;
  return (
    <>
      {detail !== null && <Text size="sm">{detail}</Text>}
      {excerpt !== null && excerpt !== '' && (
        <Text size="sm" component="details" mt={4}>
          <Box component="summary" mih={24}>
            {t`Answer`}
          </Box>
          <Code block mt={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {excerpt}
          </Code>
        </Text>
      )}
    </>
  );
}
