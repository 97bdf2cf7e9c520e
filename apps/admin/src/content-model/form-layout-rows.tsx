import { Fragment, type ReactNode } from 'react';
import { FORM_REGIONS, getItemFields, toFormDisplay } from '../entries/form-layout.js';
import type { Reorder } from '../forms/row-actions.js';
import type { Bundle, Field, FormRegion } from '../management-api/resources.js';
import { FieldRow } from './field-row.js';
import { GroupRow, RegionRow } from './group-row.js';
import { useFieldMoves } from './use-field-moves.js';

interface FormLayoutRowsProps {
  readonly bundle: Bundle;
  readonly etag: string | undefined;
  readonly canReorder: boolean;
  readonly canChange: boolean;
}

/** The fields of a bundle in the order of the form, below the headings of their columns and groups. */
export function FormLayoutRows({ bundle, etag, canReorder, canChange }: FormLayoutRowsProps): ReactNode {
  const { layout, orderItem, orderInGroup, moveTo } = useFieldMoves(bundle, etag, canChange);
  const dropOn = (target: Field | undefined, group: string, region: FormRegion) =>
    canReorder && target !== undefined ? moveTo(target, toFormDisplay(group, region)) : undefined;
  const row = (field: Field, group: string, region: FormRegion, order: Reorder): ReactNode => (
    <FieldRow
      key={field.name}
      bundle={bundle}
      field={field}
      isInGroup={group !== ''}
      canChange={canChange}
      order={canReorder ? order : undefined}
      onDropField={dropOn(field, group, region)}
    />
  );
  return FORM_REGIONS.filter((region) => layout[region].length > 0).map((region) => (
    <Fragment key={region}>
      {layout.side.length > 0 && (
        <RegionRow
          region={region}
          onDropField={dropOn(layout[region].flatMap(getItemFields)[0], '', region)}
        />
      )}
      {layout[region].map((item, index) =>
        item.kind === 'field' ? (
          row(item.field, '', region, orderItem(region, index))
        ) : (
          <Fragment key={`group ${item.label}`}>
            <GroupRow
              bundle={bundle}
              group={{ label: item.label, region }}
              canChange={canChange}
              order={canReorder ? orderItem(region, index) : undefined}
              onDropField={dropOn(item.fields[0], item.label, region)}
            />
            {item.fields.map((field, position) =>
              row(field, item.label, region, orderInGroup(region, item, position)),
            )}
          </Fragment>
        ),
      )}
    </Fragment>
  ));
}
