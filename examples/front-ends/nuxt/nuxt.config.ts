export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  // Read from NUXT_CONTENT_SERVICE_URL, … when the site starts; never sent to browsers.
  runtimeConfig: {
    contentServiceUrl: '',
    contentServiceClientId: '',
    contentServiceClientSecret: '',
    draftSecret: '',
  },
});
