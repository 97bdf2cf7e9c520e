import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormButtons } from '../forms/form-buttons.js';
import { Form } from '../forms/form.js';
import { toMachineName } from '../forms/machine-name.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import { managementApi } from '../management-api/management-api.js';
import type { MenuSettings } from '../management-api/resources.js';
import { useMenus } from './use-menus.js';

const NAME = new RegExp(BOUNDS['MenuSettings.change'].menus.items.name.pattern);

interface MenuFormProps {
  /** The menu to rename; `undefined` for a new one. */
  readonly menu: MenuSettings['menus'][number] | undefined;
  readonly onDone: () => void;
}

interface MenuValues {
  readonly label: string;
  /** `null` until it is typed. */
  readonly name: string | null;
  readonly description: string;
}

/** The names of a menu. The list of menus is saved as a whole, in the version that it was read in. */
export function MenuForm({ menu, onDone }: MenuFormProps): ReactNode {
  const { data } = useMenus();
  const menus = data?.body.menus ?? [];
  const draft = useDraft<MenuValues>({
    label: menu?.label ?? '',
    name: menu?.name ?? null,
    description: menu?.description ?? '',
  });
  const { set } = draft;
  const { label, description } = draft.values;
  const name = draft.values.name ?? toMachineName(label);
  const found = menu === undefined ? -1 : menus.findIndex((one) => one.name === menu.name);
  const index = found === -1 ? menus.length : found;
  const save = useAction({
    mutationFn: () => {
      const members = { name, label, ...(description === '' ? {} : { description }) };
      return managementApi.patch(
        '/settings/menus',
        { menus: menus.toSpliced(index, 1, members) },
        data?.etag,
      );
    },
    successMessage: t`Saved`,
    invalidates: [['settings']],
    onSuccess: onDone,
  });
  const failure = useOpenErrors(save.error, { menus: { label, name, description } });
  const pointer = `/menus/${index}`;
  return (
    <Form
      onSubmit={save.mutate}
      failure={failure}
      unsaved={{ form: menu === undefined ? 'menus' : `menus/${menu.name}/names`, draft }}
      inputPointers={[`${pointer}/label`, `${pointer}/name`, `${pointer}/description`]}
    >
      <TextInput
        label={t`Name`}
        required
        data-autofocus
        value={label}
        error={findFieldError(failure, `${pointer}/label`, t`Name`)}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      {menu === undefined && (
        <TextInput
          label={t`Machine name`}
          description={t`Websites ask for the menu by it: /api/menu_items/${name}. It cannot be changed later.`}
          required
          value={name}
          error={findNameError(name) ?? findFieldError(failure, `${pointer}/name`, t`Machine name`)}
          onChange={({ currentTarget }) => {
            set('name', currentTarget.value);
          }}
        />
      )}
      <TextInput
        label={t`Description`}
        value={description}
        error={findFieldError(failure, `${pointer}/description`, t`Description`)}
        onChange={({ currentTarget }) => {
          set('description', currentTarget.value);
        }}
      />
      <FormButtons
        submit={menu === undefined ? t`Create menu` : t`Save`}
        isSaving={save.isPending}
        onCancel={onDone}
      />
    </Form>
  );
}

function findNameError(name: string): string | undefined {
  return name === '' || NAME.test(name)
    ? undefined
    : t`Up to 32 of a-z, 0-9, _ and -, beginning with a letter or a digit.`;
}
