import { t } from '@lingui/core/macro';
import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { ContentSettings } from '../management-api/resources.js';
import { ImageStylesInput } from './image-styles-input.js';
import { PreviewSitesInput } from './preview-sites-input.js';
import { NumberSetting, SettingsForm } from './settings-form.js';

export function ContentSettingsForm(): ReactNode {
  return (
    <SettingsForm<ContentSettings>
      name="content"
      title={t`Content`}
      description={t`How content behaves, whatever reads it.`}
    >
      {({ values, set }, failure) => (
        <>
          <Switch
            label={t`Redirect old paths`}
            description={t`When a published entry gets another path, its old one leads to it until another entry takes it.`}
            checked={values.redirectOldAliases}
            error={findFieldError(failure, '/redirectOldAliases', t`Redirect old paths`)}
            onChange={({ currentTarget }) => {
              set('redirectOldAliases', currentTarget.checked);
            }}
          />
          <NumberSetting
            label={t`Earlier versions of an entry that are kept`}
            description={t`The newest ones, for its history. 0: none.`}
            bounds={BOUNDS['ContentSettings.change'].revisionsKept}
            value={values.revisionsKept}
            error={findFieldError(failure, '/revisionsKept', t`Earlier versions`)}
            onChange={(count) => {
              set('revisionsKept', count);
            }}
          />
          <NumberSetting
            label={t`Days that an earlier version is kept`}
            description={t`0: as long as there are not too many.`}
            bounds={BOUNDS['ContentSettings.change'].revisionDays}
            value={values.revisionDays}
            error={findFieldError(failure, '/revisionDays', t`Days of earlier versions`)}
            onChange={(days) => {
              set('revisionDays', days);
            }}
          />
          <NumberSetting
            label={t`Days that a deleted entry stays in the trash`}
            description={t`0: it is gone at once.`}
            bounds={BOUNDS['ContentSettings.change'].trashDays}
            value={values.trashDays}
            error={findFieldError(failure, '/trashDays', t`Days in the trash`)}
            onChange={(days) => {
              set('trashDays', days);
            }}
          />
          <PreviewSitesInput
            sites={values.previewSites}
            failure={failure}
            onChange={(sites) => {
              set('previewSites', sites);
            }}
          />
          <ImageStylesInput
            styles={values.imageStyles}
            failure={failure}
            onChange={(styles) => {
              set('imageStyles', styles);
            }}
          />
        </>
      )}
    </SettingsForm>
  );
}
