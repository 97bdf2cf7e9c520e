import { t } from '@lingui/core/macro';
import { getOwn } from '../own-members.js';
import type { Bundle, ContentModel, Field } from './resources.js';

/** The texts of what every site has, by those that the service gives. */
const STOCK_TEXTS: Readonly<Record<string, string>> = {
  Content: t`Content`,
  Media: t`Media`,
  Terms: t`Terms`,
  Redirects: t`Redirects`,
  'Menu links': t`Menu links`,
  Files: t`Files`,
  Users: t`Users`,
  'Old path': t`Old path`,
  Target: t`Target`,
  'Status code': t`Status code`,
  Menu: t`Menu`,
  Parent: t`Parent`,
  'The path from which visitors are led to the target.': t`The path from which visitors are led to the target.`,
  'The address to which visitors are led: internal:/path, entity:node/<id> or https://…': t`The address to which visitors are led: internal:/path, entity:node/<id> or https://…`,
};

/**
 * The content model in the language of the user, as far as it is that of every site: entity types, the only bundles of some, and base
 * fields. What a site has defined itself keeps the words of the site.
 */
export function translateModel(model: ContentModel): ContentModel {
  const entityTypes = model.entityTypes.map(translate);
  const bundles = model.bundles.map((bundle): Bundle => {
    const isOnly = bundle.entityType === bundle.bundle;
    return { ...(isOnly ? translate(bundle) : bundle), baseFields: bundle.baseFields.map(translateField) };
  });
  return { ...model, entityTypes, bundles };
}

function translate<T extends { readonly label: string }>(labelled: T): T {
  return { ...labelled, label: translateText(labelled.label) };
}

function translateField(field: Field): Field {
  const { description } = field;
  return {
    ...translate(field),
    ...(typeof description === 'string' ? { description: translateText(description) } : {}),
  };
}

function translateText(text: string): string {
  return getOwn(STOCK_TEXTS, text) ?? text;
}
