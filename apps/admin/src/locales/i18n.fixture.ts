import { i18n } from '@lingui/core';

// Specs run in English, which needs no catalogue (`i18n.ts`).
i18n.loadAndActivate({ locale: 'en', messages: {} });

export { i18n };
