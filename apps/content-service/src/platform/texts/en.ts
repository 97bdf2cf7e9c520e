/**
 * The texts of the pages that the service renders itself: login, consent, account, errors and the frame of the documentation.
 * `{name}` is replaced by a value; texts are HTML, values are escaped. The documentation itself is in English, and so is its frame.
 *
 * The administration has its own catalogue (`apps/admin/src/locales`). Descriptions of scopes and details of refused requests
 * are those of the APIs.
 */
export const EN = {
  language: 'en',

  'login.title': 'Sign in',
  'login.client': 'to go on to <strong>{client}</strong>',
  'login.name': 'Name',
  'login.password': 'Password',
  'login.submit': 'Sign in',
  'login.failed': 'The name or the password is wrong.',
  'login.throttled': 'There were too many failed attempts to sign in; try again in {time}.',
  'login.busy': 'Too many people sign in at this moment; try again in a second.',

  'signedIn.title': 'Signed in',
  'signedIn.heading': 'You are signed in',
  'signedIn.name': 'Your name here is <strong>{name}</strong>.',
  'signedIn.administration': 'Go to the administration',

  'account.title': 'My account',
  'account.name': 'You are signed in as <strong>{name}</strong>.',
  'account.language': 'Language',
  'account.browserLanguage': 'That of the browser',
  'account.chooseLanguage': 'Choose language',
  'account.signOut': 'Sign out',
  'account.back': 'Back to my account',

  'password.title': 'Change the password',
  'password.required': 'This password was given to you. Set one that only you know, to go on.',
  'password.present': 'Current password',
  'password.new': 'New password',
  'password.repeated': 'New password, once more',
  'password.show': 'Show password',
  'password.submit': 'Change the password',
  'password.length': 'At least 12 characters.',
  'password.effect': 'All other browsers are signed out, and applications must ask you again.',
  'password.wrong': 'The current password is wrong.',
  'password.differs': 'The new password was typed in two different ways.',
  'password.bounds': 'The new password must have {minimum} to {maximum} characters.',
  'password.common': 'The new password is too common: use several words that do not belong together.',
  'password.names': 'The new password must not be made of your name or of names of this site.',
  'password.same': 'The new password must be another one than the current.',

  'passwordLink.title': 'Set your password',
  'passwordLink.name': 'Your name for signing in is <strong>{name}</strong>.',
  'passwordLink.submit': 'Set the password',
  'passwordLink.invalid': 'This link does not work any more',
  'passwordLink.again': 'It has expired, or a password was set with it. Ask an administrator for a new one.',
  'mail.subject': 'Your access to {site}',
  'mail.text':
    'Your name for signing in to {site} is {name}. Set your password here, before {time}:\n\n{url}\n\nThe link works once. If you did not expect this message, ignore it.\n',

  'reauthentication.title': 'Confirm that it is you',
  'reauthentication.reason':
    'You are signed in as <strong>{name}</strong>. Enter your password once more to go on.',
  'reauthentication.submit': 'Confirm',
  'reauthentication.wrong': 'The password is wrong.',

  'sessions.title': 'Browsers that are signed in',
  'sessions.startedAt': 'Signed in at <strong>{time}</strong>',
  'sessions.current': '(this browser)',
  'sessions.expiresAt': 'Ends at {time} if it is not used',
  'sessions.origin': '{browser}, from {address}',
  'sessions.unknownBrowser': 'An unknown browser',
  'sessions.end': 'Sign out there',
  'sessions.endOthers': 'Sign out everywhere else',

  'consents.title': 'Applications that act for you',
  'consents.none': 'No application acts for you.',
  'consents.grantedAt': 'Allowed at {time}',
  'consents.withdraw': 'Withdraw',

  'consent.title': 'Allow {client}?',
  'consent.heading': '<span class="client">{client}</span> asks to act for you',
  'consent.otherAccount': 'Use another account',
  'consent.scopes': 'If you allow it, it can',
  'consent.staysConnected': 'Continue with this when you are away, until you end it in your account',
  'consent.deny': 'Deny',
  'consent.allow': 'Allow',
  'consent.next': 'Either way you go on to <strong>{next}</strong>.',

  'notFound.title': 'This page does not exist',
  'notFound.path': 'Nothing is served at <strong>{path}</strong>.',
  'notFound.administration': 'Administration',
  'notFound.api': 'API',
  'notFound.guide': 'Guide',

  'error.title': 'This cannot be done',
  'error.title.401': 'This application cannot sign you in',
  'error.title.403': 'This is not allowed',
  'error.title.429': 'Too many attempts',
  'error.title.500': 'Something went wrong',
  'error.title.503': 'The service is busy',
  'error.internal':
    'The service could not do this. Try again in a moment; if that does not help, give the request number to the operator of this site.',
  'error.unreachable': 'The service cannot be reached. Try again in a moment.',
  'error.code': 'Error',
  'error.request': 'Request',

  'admin.notBuilt': 'The administration is not built',
  'admin.build': 'Run <code>npm run build</code> where this service is installed, and load this page again.',

  'docs.title': 'Content service: API description',
  'docs.name': 'Content service',
  'docs.navigation': 'Documentation',
  'docs.api': 'API',
  'docs.guide': 'Guide',
  'docs.administration': 'Administration',
  'docs.about': 'About this API',
  'docs.endpoints': 'Endpoints',
  'docs.filter': 'Filter by tag or path',
  'docs.server': 'Server',
  'docs.authorization': 'Authorization',
  'docs.close': 'Close',
  'docs.noScript': 'This page needs JavaScript; the description is at <a href="{address}">openapi.json</a>.',

  'guide.title': 'Guide',
  'guide.skip': 'Skip to the page',
  'guide.search': 'Search the guide',
  'guide.startSearch': 'Search',
  'guide.results': 'Results for “{query}”',
  'guide.nothingFound': 'No section has all of these words. Words are found by their beginnings.',
  'guide.foundOne': 'One section has all of these words.',
  'guide.found': '{count} sections have all of these words.',
  'guide.pages': 'Pages',
  'guide.contents': 'On this page',
  'guide.gettingStarted': 'Getting started',
  'guide.use': 'Use',
  'guide.operate': 'Operate',
  'guide.runbooks': 'Runbooks',
  'guide.extend': 'Extend',
} as const;

/** The name of a text. */
export type TextName = keyof typeof EN;

/**
 * A translation, such as `de.ts`: all texts but those of the documentation, and the descriptions of scopes, whose English ones are those of
 * the API.
 */
export type Texts = Readonly<Record<Exclude<TextName, `docs.${string}` | `guide.${string}`>, string>> &
  Readonly<Partial<Record<`scope.${string}`, string>>>;
