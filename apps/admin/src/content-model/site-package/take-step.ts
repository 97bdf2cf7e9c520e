import { manage, pathTo } from '../../manage/manage.js';
import type { Step } from './plan-import.js';

/** @throws RequestFailed */
export async function takeStep(step: Step): Promise<void> {
  const { entityType, bundle, label, description = null, fields } = step.line;
  const path = `/bundles${pathTo(entityType, bundle)}`;
  switch (step.kind) {
    case 'new bundle':
      await manage.post('/bundles', {
        entityType,
        bundle,
        label,
        fields,
        ...(description === null ? {} : { description }),
      });
      return;
    case 'changed bundle':
      await manage.patch(path, { label, description });
      return;
    case 'new field':
      await manage.post(`${path}/fields`, step.field);
      return;
    case 'changed field': {
      const { name, label: fieldLabel, required, cardinality, settings } = step.field;
      await manage.patch(`${path}/fields${pathTo(name)}`, {
        label: fieldLabel,
        required,
        cardinality,
        settings,
      });
      return;
    }
    case 'refused field':
      return;
  }
}
