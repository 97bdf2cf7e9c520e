import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { JsonInput, Radio, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isSame } from '../forms/is-same.js';
import { findFieldError } from '../http/field-errors.js';
import type { RateLimitSettings } from '../management-api/resources.js';
import { SettingsForm } from './settings-form.js';
import { RECOMMENDED_RATE_LIMITS, validateRateLimitTable } from './validate-settings.js';

type RateLimitsValue = RateLimitSettings['rateLimits'];

const { client, write, anonymous, token, manage } = RECOMMENDED_RATE_LIMITS;

const CHOICES = [
  { value: 'none', label: t`None`, description: t`Requests are not limited.` },
  {
    value: 'recommended',
    label: t`Recommended`,
    description: t`Each minute: ${i18n.number(client.quota)} reads and ${i18n.number(write.quota)} writes of a client and its user, ${i18n.number(anonymous.quota)} requests without a token from one address, ${i18n.number(token.quota)} tokens of a client, and ${i18n.number(manage.quota)} requests to /manage of a client and its user.`,
  },
  { value: 'table', label: t`Own limits`, description: t`A JSON table of limits by policy.` },
] as const;

/** The setting `rateLimits`: none, recommended, or a table as JSON. */
export function RateLimitSettingsForm(): ReactNode {
  return (
    <SettingsForm<RateLimitSettings>
      name="rate-limits"
      title={t`Rate limits`}
      description={t`How many requests a client or an address may send. Requests above a limit are refused (429).`}
    >
      {({ values: { rateLimits }, set }, failure) => {
        const choice = typeof rateLimits === 'string' ? rateLimits : 'table';
        return (
          <>
            <Radio.Group
              label={t`Limits`}
              value={choice}
              error={choice === 'table' ? undefined : findFieldError(failure, '/rateLimits', t`Limits`)}
              onChange={(chosen) => {
                set('rateLimits', toRateLimits(chosen));
              }}
            >
              <Stack gap="xs" mt="xs">
                {CHOICES.map((props) => (
                  <Radio key={props.value} {...props} />
                ))}
              </Stack>
            </Radio.Group>
            {typeof rateLimits !== 'string' && (
              <RateLimitTableInput
                value={rateLimits}
                error={findFieldError(failure, '/rateLimits', t`Limits`)}
                onChange={(table) => {
                  set('rateLimits', table);
                }}
              />
            )}
          </>
        );
      }}
    </SettingsForm>
  );
}

function toRateLimits(choice: string): RateLimitsValue {
  return choice === 'none' || choice === 'recommended' ? choice : RECOMMENDED_RATE_LIMITS;
}

interface RateLimitTableInputProps {
  /** `null` while the text is not a JSON object. */
  readonly value: Exclude<RateLimitsValue, string>;
  readonly error: string | undefined;
  readonly onChange: (table: Exclude<RateLimitsValue, string>) => void;
}

function RateLimitTableInput({ value, error, onChange }: RateLimitTableInputProps): ReactNode {
  const [text, setText] = useState(() => formatTable(value));
  // The text is kept while it stands for the value; after a reset of the form the value is another one.
  const shownText = isSame(parseTable(text), value) ? text : formatTable(value);
  return (
    <JsonInput
      label={t`Limits by policy`}
      description={t`Policies: client (reads with a token), write, anonymous (requests without a token), token (tokens issued), manage. Each has a quota and windowSeconds; a policy that is not named has no limit.`}
      autosize
      minRows={4}
      maxRows={20}
      formatOnBlur
      validationError={validateRateLimitTable(null)}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={shownText}
      error={validateRateLimitTable(value) ?? error}
      onChange={(typed) => {
        setText(typed);
        onChange(parseTable(typed));
      }}
    />
  );
}

function formatTable(table: Exclude<RateLimitsValue, string>): string {
  return table === null ? '' : JSON.stringify(table, null, 2);
}

/** @returns `null` for text that is not a JSON object; the service refuses it */
function parseTable(text: string): Exclude<RateLimitsValue, string> {
  try {
    const parsed: unknown = JSON.parse(text);
    const isTable = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isTable ? parsed : null;
  } catch {
    return null;
  }
}
