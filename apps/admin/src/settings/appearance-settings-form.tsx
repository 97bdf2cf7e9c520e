import { t } from '@lingui/core/macro';
import { Button, FileButton, Group, Input, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { SiteAppearanceSettings } from '../management-api/resources.js';
import { readSitePicture, SITE_PICTURE_TYPES } from './read-site-picture.js';
import { SettingsForm } from './settings-form.js';

const RULES = BOUNDS['SiteAppearance.change'];

/** Twice the sizes at which they are shown. */
const LOGO_SIZE = { width: 320, height: 80 };
const ICON_SIZE = { width: 64, height: 64 };

/** The form of the name, the colour and the pictures of the site. */
export function AppearanceSettingsForm(): ReactNode {
  return (
    <SettingsForm<SiteAppearanceSettings>
      name="site"
      title={t`Appearance`}
      description={t`How the administration and the pages for signing in look. They show changes when they are loaded again.`}
    >
      {({ values, set }, failure) => (
        <>
          <TextInput
            label={t`Name of the site`}
            placeholder={window.location.host}
            maxLength={RULES.name.maxLength}
            maw={{ sm: 420 }}
            value={values.name}
            error={findFieldError(failure, '/name', t`Name of the site`)}
            onChange={({ currentTarget: { value } }) => {
              set('name', value);
            }}
          />
          <TextInput
            label={t`Colour`}
            description={t`Of buttons and links. It is darkened or lightened where it could not be read.`}
            placeholder="#1971c2"
            maw={{ sm: 420 }}
            value={values.color}
            error={findFieldError(failure, '/color', t`Colour`)}
            rightSection={
              <input
                type="color"
                style={{ width: 24, height: 24, padding: 0, border: 0, background: 'none' }}
                aria-label={t`Pick a colour`}
                value={/^#[0-9a-f]{6}$/i.test(values.color) ? values.color : '#1971c2'}
                onChange={({ currentTarget: { value } }) => {
                  set('color', value);
                }}
              />
            }
            onChange={({ currentTarget: { value } }) => {
              set('color', value);
            }}
          />
          <PictureInput
            label={t`Logo`}
            description={t`Beside the name. A PNG, JPEG, WebP or SVG.`}
            size={LOGO_SIZE}
            value={values.logo}
            error={findFieldError(failure, '/logo', t`Logo`)}
            onChange={(value) => {
              set('logo', value);
            }}
          />
          <PictureInput
            label={t`Icon`}
            description={t`In the tab of the browser; square.`}
            size={ICON_SIZE}
            value={values.icon}
            error={findFieldError(failure, '/icon', t`Icon`)}
            onChange={(value) => {
              set('icon', value);
            }}
          />
        </>
      )}
    </SettingsForm>
  );
}

interface PictureInputProps {
  readonly label: string;
  readonly description: string;
  readonly size: { readonly width: number; readonly height: number };
  /** A `data:` URL, or empty. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function PictureInput({ label, description, size, value, error, onChange }: PictureInputProps): ReactNode {
  const [problem, setProblem] = useState<string>();
  const read = (file: File | null): void => {
    if (file === null) return;
    setProblem(undefined);
    readSitePicture(file, size).then(onChange, (thrown: unknown) => {
      setProblem((thrown as Error).message);
    });
  };
  return (
    <Input.Wrapper label={label} description={description} error={problem ?? error} labelElement="div">
      <Group gap="md" mt={4}>
        {value !== '' && (
          <img src={value} alt={label} style={{ maxWidth: 160, height: 40, objectFit: 'contain' }} />
        )}
        <FileButton accept={SITE_PICTURE_TYPES} inputProps={{ 'aria-label': label }} onChange={read}>
          {(props) => (
            <Button variant="default" {...props}>
              {value === '' ? t`Choose «${label}»` : t`Replace «${label}»`}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              onChange('');
            }}
          >
            {t`Remove «${label}»`}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
