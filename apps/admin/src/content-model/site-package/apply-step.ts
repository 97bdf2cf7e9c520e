import { managementApi, buildPath } from '../../management-api/management-api.js';
import type { ImportStep } from './plan-import.js';
import { pickFormHints } from './site-package.js';

/**
 * Applies a step of an import; does nothing for a refused field.
 *
 * @throws ApiError
 */
export async function applyStep(step: ImportStep): Promise<void> {
  const { entityType, bundle, label, description = null, fields } = step.line;
  const path = `/bundles${buildPath(entityType, bundle)}`;
  switch (step.kind) {
    case 'new bundle':
      await managementApi.changeModel('POST', '/bundles', {
        entityType,
        bundle,
        label,
        fields,
        ...(description === null ? {} : { description }),
      });
      return;
    case 'changed bundle':
      await managementApi.changeModel('PATCH', path, { label, description });
      return;
    case 'new field':
      await managementApi.changeModel('POST', `${path}/fields`, step.field);
      return;
    case 'changed field': {
      const { name, label: fieldLabel, required, cardinality, settings, ...others } = step.field;
      await managementApi.changeModel('PATCH', `${path}/fields${buildPath(name)}`, {
        label: fieldLabel,
        required,
        cardinality,
        settings,
        ...pickFormHints(others),
      });
      return;
    }
    case 'field order':
      await managementApi.changeModel('PATCH', path, { fieldOrder: step.order });
      return;
    case 'refused field':
      return;
  }
}
