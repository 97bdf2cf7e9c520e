import type { Page } from '../oauth/pages/page.js';

/** What somebody sees where nobody has built the administration. */
export const NOT_BUILT: Page = {
  title: 'The administration is not built',
  body: `
  <h1>The administration is not built</h1>
  <p>Run <code>npm run build</code> where this service is installed, and load this page again.</p>
`,
  formsLead: 'nowhere',
};
