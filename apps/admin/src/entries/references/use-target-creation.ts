import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useAction } from '../../forms/use-action.js';
import type { Identifier } from '../../jsonapi/document.js';
import * as queries from '../../management-api/queries.js';
import { useHasScope } from '../../session/session-state.js';
import { createEntry } from '../create-entry.js';
import { type ResourceType, STATUS, toResourceTypes } from '../resource-type.js';
import { getDefaultValues } from '../values.js';

interface TargetCreation {
  /** The resource types of which an entry can be created from its name alone. */
  readonly types: readonly ResourceType[];
  readonly create: (input: { readonly type: ResourceType; readonly name: string }) => void;
  readonly isPending: boolean;
}

/**
 * Creates targets of references as the form of a new entry does: with the default values of their fields, and as drafts.
 *
 * @param types names of resource types
 */
export function useTargetCreation(
  types: readonly string[],
  onCreated: (target: Identifier) => void,
): TargetCreation {
  const { data: model } = useQuery(queries.contentModel);
  const canWrite = useHasScope('content:administer');
  const { mutate, isPending } = useAction({
    mutationFn: ({ type, name }: Parameters<TargetCreation['create']>[0]) =>
      createEntry(type, { [type.labelField.name]: name, [STATUS]: false }),
    successMessage: (_, { name }) => t`«${name}» is created as a draft`,
    invalidates: [['entries'], ['content-model']],
    toastErrors: true,
    onSuccess: ({ body: { data } }) => {
      onCreated({ type: data.type, id: data.id });
    },
  });
  const candidates = model === undefined || !canWrite ? [] : toResourceTypes(model);
  return {
    types: candidates.filter((candidate) => types.includes(candidate.type) && needsNameOnly(candidate)),
    create: mutate,
    isPending,
  };
}

function needsNameOnly({ entity, allFields, labelField }: ResourceType): boolean {
  const defaults = getDefaultValues(allFields);
  return (
    entity.creatable &&
    allFields.every(({ name, required }) => !required || name === labelField.name || name in defaults)
  );
}
