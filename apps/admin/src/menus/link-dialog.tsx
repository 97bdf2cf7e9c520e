import { t } from '@lingui/core/macro';
import { Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormButtons } from '../forms/form-buttons.js';
import { FormDialog } from '../forms/form-dialog.js';
import { Form } from '../forms/form.js';
import { releaseUnsaved } from '../forms/release-unsaved.js';
import { useDraft } from '../forms/use-draft.js';
import { toValidationError } from '../http/api-error.js';
import { findFieldError } from '../http/field-errors.js';
import { isTarget } from './link-target.js';
import { getUri, type MenuLink } from './menu-link.js';
import { TargetInput } from './target-input.js';
import { useEntryTargets } from './use-entry-targets.js';

const EMPTY: MenuLink = { title: '', link: { uri: '' }, description: null, enabled: true, expanded: false };

interface LinkDialogProps {
  /** Names the form, as `UnsavedForm` does. */
  readonly form: string;
  /** The link to change; `undefined` for a new one. */
  readonly link: MenuLink | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: (link: MenuLink) => void;
}

/** The dialog with the values of a link; they are a part of the changes of the menu, which are saved together. */
export function LinkDialog({ form, link, opened, onClose, onDone }: LinkDialogProps): ReactNode {
  return (
    <FormDialog opened={opened} onClose={onClose} title={link === undefined ? t`New link` : t`Edit link`}>
      <LinkForm form={form} link={link} onCancel={onClose} onDone={onDone} />
    </FormDialog>
  );
}

interface LinkFormProps extends Pick<LinkDialogProps, 'form' | 'link' | 'onDone'> {
  readonly onCancel: () => void;
}

/** The longest title and description that the service stores. */
const LENGTH_MAXIMUM = 255;

function LinkForm({ form, link = EMPTY, onCancel, onDone }: LinkFormProps): ReactNode {
  const draft = useDraft(link);
  // It is kept among the changes of the menu from then on.
  const finish = (done: MenuLink): void => {
    releaseUnsaved();
    onDone(done);
  };
  const { values, set } = draft;
  const [isRefused, setRefused] = useState(false);
  const uri = getUri(values);
  const entry = useEntryTargets([uri]).get(uri);
  const title = values.title.trim() === '' ? (entry?.title ?? '') : values.title;
  const errors = [
    ...(title === '' ? [toMissing('/title', t`Title is required.`)] : []),
    ...(isTarget(uri) ? [] : [toMissing('/link', t`Choose a target, or type a whole address or a path.`)]),
  ];
  const failure = isRefused && errors.length > 0 ? toValidationError(errors) : null;
  return (
    <Form
      failure={failure}
      inputPointers={['/title', '/link']}
      unsaved={{ form, draft }}
      onSubmit={() => {
        if (errors.length > 0) setRefused(true);
        else finish({ ...values, title: title.slice(0, LENGTH_MAXIMUM) });
      }}
    >
      <TargetInput
        uri={uri}
        kinds={['entry', 'address', 'front', 'none']}
        error={findFieldError(failure, '/link', t`Target`)}
        onChange={(changed) => {
          set('link', { ...values.link, uri: changed });
        }}
      />
      <TextInput
        label={t`Title`}
        required={title === ''}
        description={t`The text of the link; that of the entry if it is empty.`}
        placeholder={entry?.title}
        maxLength={LENGTH_MAXIMUM}
        value={values.title}
        error={findFieldError(failure, '/title', t`Title`)}
        onChange={({ currentTarget }) => {
          set('title', currentTarget.value);
        }}
      />
      <TextInput
        label={t`Description`}
        description={t`Shown by some sites when the pointer is on the link.`}
        maxLength={LENGTH_MAXIMUM}
        value={values.description ?? ''}
        onChange={({ currentTarget }) => {
          set('description', currentTarget.value === '' ? null : currentTarget.value);
        }}
      />
      <Switch
        label={t`Show the links below it without a click`}
        checked={values.expanded}
        onChange={({ currentTarget }) => {
          set('expanded', currentTarget.checked);
        }}
      />
      <FormButtons submit={t`Take over`} isSaving={false} onCancel={onCancel} />
    </Form>
  );
}

const toMissing = (pointer: string, detail: string) => ({ pointer, detail, meta: {} });
