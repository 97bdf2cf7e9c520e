import { t } from '@lingui/core/macro';
import { Box, Code, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DeliveryAttempt } from '../management-api/operations-resources.js';

interface AttemptDetailsProps {
  readonly attempt: DeliveryAttempt;
  /** What was sent. It is made when it is opened. */
  readonly request: ReactNode;
}

/** Why there was no answer, or the beginning of the answer; what was sent and the answer expand. */
export function AttemptDetails({ attempt, request }: AttemptDetailsProps): ReactNode {
  const { detail, excerpt } = attempt;
  return (
    <>
      {detail !== null && <Text size="sm">{detail}</Text>}
      <Expandable label={t`Request`}>{request}</Expandable>
      {excerpt !== null && excerpt !== '' && (
        <Expandable label={t`Answer`}>
          <Code block mt={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {excerpt}
          </Code>
        </Expandable>
      )}
    </>
  );
}

function Expandable({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Text
      size="sm"
      component="details"
      mt={4}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <Box component="summary" mih={24}>
        {label}
      </Box>
      {isOpen && children}
    </Text>
  );
}
