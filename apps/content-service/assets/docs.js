/* Starts Swagger UI. Its texts and addresses are attributes of its element. */
const chosen = document.documentElement.dataset.colorScheme;
const system = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI has its colour schemes as classes of `<html>`. */
const showScheme = () => {
  const isDark = chosen === undefined ? system.matches : chosen === 'dark';
  document.documentElement.classList.toggle('dark-mode', isDark);
  document.documentElement.classList.toggle('light-mode', !isDark);
};
showScheme();
system.addEventListener('change', showScheme);

const domNode = document.getElementById('description');
const { url, folder, token, tokenScheme, about, endpoints, filter, server, authorization, close } =
  domNode.dataset;

/** Wraps a component of Swagger UI into a landmark. */
const within =
  (tag, label) =>
  (Component, { React: { createElement } }) =>
  (props) =>
    createElement(tag, { 'aria-label': label }, createElement(Component, props));

/** A select has no label beside it: it gets the name of its row, which is that of a parameter or of a member of the body. */
const nameSelect = (element) => {
  const { paramName, propertyName } = element?.closest('tr')?.dataset ?? {};
  const name = paramName ?? propertyName;
  if (name !== undefined) element.querySelector('select')?.setAttribute('aria-label', name);
};

const namePartsOfDialog = (dialog) => {
  dialog.querySelector('.close-modal')?.setAttribute('aria-label', close);
  for (const [selector, level] of [
    ['h3', '2'],
    ['h4', '3'],
  ])
    for (const heading of dialog.querySelectorAll(selector)) heading.setAttribute('aria-level', level);
  /* Their names would not have the words that are seen (WCAG 2.2, 2.5.3). */
  for (const button of dialog.querySelectorAll('.modal-btn[aria-label]'))
    button.removeAttribute('aria-label');
};

/** Names the parts of the dialog, and again when its content changes, as after an authorization. */
const watchDialog = (dialog) => {
  if (dialog === null) return;
  namePartsOfDialog(dialog);
  new MutationObserver(() => namePartsOfDialog(dialog)).observe(dialog, { childList: true, subtree: true });
};

/** Landmarks, levels of headings and controls as WCAG 2.2 asks for them. */
const accessibility = {
  wrapComponents: {
    InfoContainer: within('section', about),
    ServersContainer: within('section', server),
    FilterContainer: within('search', filter),

    authorizationPopup:
      (Popup, { React: { createElement } }) =>
      (props) =>
        createElement(
          'div',
          { role: 'dialog', 'aria-modal': true, 'aria-label': authorization, ref: watchDialog },
          createElement(Popup, props),
        ),

    Select:
      (Select, { React: { createElement } }) =>
      (props) =>
        createElement('span', { ref: nameSelect }, createElement(Select, props)),

    /* The tags have headings of the third level. */
    operations:
      (Operations, { React: { createElement, Fragment } }) =>
      (props) =>
        createElement(
          Fragment,
          null,
          createElement('h2', { className: 'endpoints' }, endpoints),
          createElement(Operations, props),
        ),

    /* The path is in a button that opens the operation and changes the address of the page; a link in it is invalid HTML. */
    OperationSummaryPath:
      (Path, { React: { createElement } }) =>
      ({ operationProps, ...props }) =>
        createElement(Path, { ...props, operationProps: operationProps.set('isDeepLinkingEnabled', false) }),
  },
};

/** `values` with each one changed. */
const mapValues = (values, change) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** The part of the description at a path of member names. */
const findPart = (description, path) => path.reduce((part, name) => part?.[name], description);

/** One object schema of several: examples are made of it. */
const mergeSchemas = (schemas) =>
  schemas.reduce((merged, schema) => ({
    ...merged,
    ...schema,
    properties: { ...merged.properties, ...schema.properties },
    required: [...(merged.required ?? []), ...(schema.required ?? [])],
  }));

/** The members of an object with references replaced; `allOf` becomes what it is together. */
const dereferenceMembers = (description, value, within) => {
  const replaced = mapValues(value, (member) => dereference(description, member, within));
  if (!Array.isArray(replaced.allOf)) return replaced;
  const { allOf, ...members } = replaced;
  return mergeSchemas([...allOf, members]);
};

/**
 * Replaces references by the parts of the description to which they lead. A part within itself stays a reference.
 *
 * @param within the references whose parts contain the value
 */
const dereference = (description, value, within = []) => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => dereference(description, item, within));
  const { $ref, ...members } = value;
  if (typeof $ref !== 'string') return dereferenceMembers(description, value, within);
  if (within.includes($ref)) return value;
  const part = findPart(description, $ref.slice(2).split('/').map(decodeURIComponent));
  return {
    ...dereference(description, part, [...within, $ref]),
    ...dereference(description, members, within),
    $$ref: $ref,
  };
};

/** The whole description. */
let described;

/** An object with some of the members of another one. */
const pick = (object, names) =>
  Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));

/** The paths with what the list of operations shows. */
const outlinePaths = (paths = {}) =>
  mapValues(paths, (methods) =>
    mapValues(methods, (operation) =>
      pick(operation, ['tags', 'operationId', 'summary', 'security', 'deprecated']),
    ),
  );

/** What the closed page shows of the description, a tenth of it. */
const outline = ({ paths, webhooks, components, ...members }) => ({
  ...members,
  paths: outlinePaths(paths),
  webhooks: outlinePaths(webhooks),
  components: {
    schemas: mapValues(components.schemas, (schema) => pick(schema, ['title', 'type'])),
    securitySchemes: components.securitySchemes,
  },
});

/**
 * Gives Swagger UI an outline of the description, and the rest of an operation when it is opened: it copies what it has at each
 * change, and its own resolver parses the whole description, each time for seconds.
 */
const resolving = {
  fn: {
    resolveSubtree: (_, path) => ({ spec: dereference(described, findPart(described, path)), errors: [] }),
  },
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson:
          (_, { specActions }) =>
          (text) => {
            described = JSON.parse(text);
            specActions.updateJsonSpec(outline(described));
          },
      },
    },
  },
};

/** A token is renewed this long before its end. */
const TOKEN_MARGIN_MS = 30_000;

/**
 * Tokens of the user who is signed in in this browser: each is used until shortly before its end.
 *
 * @returns gives a token; `undefined` after the session has ended
 */
const createTokens = (address) => {
  let current;
  let usableUntil = 0;
  return async () => {
    const now = performance.now();
    if (now < usableUntil) return current;
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body: '{}' });
    const { access_token, expires_in = 0 } = answer.ok ? await answer.json() : {};
    current = access_token;
    usableUntil = now + expires_in * 1000 - TOKEN_MARGIN_MS;
    return current;
  };
};
const getToken = token === undefined ? undefined : createTokens(token);

/** The token that the dialog shows as authorized. */
let shownToken;

/** Authorizes the page as the user who is signed in, as if the token had been typed into the dialog. */
const authorizeUser = async () => {
  shownToken = await getToken?.();
  if (shownToken !== undefined) ui.preauthorizeApiKey(tokenScheme, shownToken);
};

/** Sends the present token instead of the first one, unless the user has chosen another authorization. */
const renewToken = async (request) => {
  if (shownToken === undefined || request.headers?.Authorization !== `Bearer ${shownToken}`) return request;
  const present = await getToken();
  if (present !== undefined) request.headers.Authorization = `Bearer ${present}`;
  return request;
};

const ui = SwaggerUIBundle({
  domNode,
  url,
  plugins: [accessibility, resolving],
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: 'none',
  syntaxHighlight: { theme: 'obsidian' },
  requestInterceptor: renewToken,
  onComplete: () => {
    /* Its label names an element that does not exist. */
    document.querySelector('#servers')?.setAttribute('aria-label', server);
    document.querySelector('.models > h4')?.setAttribute('aria-level', '2');
    void authorizeUser();
  },
  oauth2RedirectUrl: new URL(`${folder}oauth2-redirect.html`, location.href).href,
});
ui.initOAuth({ usePkceWithAuthorizationCodeGrant: true });
