import type { Texts } from './en.js';

/** The texts in German; see `en.ts`. */
export const DE: Texts = {
  language: 'de',

  'login.title': 'Anmelden',
  'login.client': 'und weiter zu <strong>{client}</strong>',
  'login.name': 'Name',
  'login.password': 'Passwort',
  'login.submit': 'Anmelden',
  'login.failed': 'Der Name oder das Passwort ist falsch.',
  'login.throttled': 'Es gab zu viele fehlgeschlagene Anmeldeversuche; versuchen Sie es in {time} erneut.',
  'login.busy': 'Im Moment melden sich zu viele Personen an; versuchen Sie es in einer Sekunde erneut.',

  'signedIn.title': 'Angemeldet',
  'signedIn.heading': 'Sie sind angemeldet',
  'signedIn.name': 'Ihr Name ist hier <strong>{name}</strong>.',
  'signedIn.administration': 'Zur Administration',

  'account.title': 'Mein Konto',
  'account.name': 'Sie sind angemeldet als <strong>{name}</strong>.',
  'account.language': 'Sprache',
  'account.browserLanguage': 'Die des Browsers',
  'account.chooseLanguage': 'Sprache wählen',
  'account.signOut': 'Abmelden',
  'account.back': 'Zurück zu meinem Konto',

  'password.title': 'Passwort ändern',
  'password.required':
    'Ihr Passwort wurde von einem Administrator gewählt. Legen Sie eines fest, das nur Sie kennen, um fortzufahren.',
  'password.present': 'Aktuelles Passwort',
  'password.new': 'Neues Passwort',
  'password.repeated': 'Neues Passwort, noch einmal',
  'password.show': 'Passwort anzeigen',
  'password.submit': 'Passwort ändern',
  'password.length': 'Mindestens 12 Zeichen.',
  'password.effect': 'Alle anderen Browser werden abgemeldet, und Anwendungen müssen Sie erneut fragen.',
  'password.wrong': 'Das aktuelle Passwort ist falsch.',
  'password.differs': 'Das neue Passwort wurde unterschiedlich eingegeben.',

  'passwordLink.title': 'Passwort festlegen',
  'passwordLink.name': 'Ihr Name für die Anmeldung ist <strong>{name}</strong>.',
  'passwordLink.submit': 'Passwort festlegen',
  'passwordLink.invalid': 'Dieser Link funktioniert nicht mehr',
  'passwordLink.again':
    'Er ist abgelaufen, oder mit ihm wurde schon ein Passwort festgelegt. Bitten Sie eine Administratorin oder einen Administrator um einen neuen.',
  'mail.subject': 'Ihr Zugang zu {site}',
  'mail.text':
    'Ihr Name für die Anmeldung bei {site} ist {name}. Legen Sie hier Ihr Passwort fest, vor {time}:\n\n{url}\n\nDer Link funktioniert einmal. Wenn Sie diese Nachricht nicht erwartet haben, ignorieren Sie sie.\n',

  'reauthentication.title': 'Bestätigen Sie, dass Sie es sind',
  'reauthentication.reason':
    'Sie sind angemeldet als <strong>{name}</strong>. Geben Sie Ihr Passwort noch einmal ein, um fortzufahren.',
  'reauthentication.submit': 'Bestätigen',
  'reauthentication.wrong': 'Das Passwort ist falsch.',

  'sessions.title': 'Angemeldete Browser',
  'sessions.startedAt': 'Angemeldet am <strong>{time}</strong>',
  'sessions.current': '(dieser Browser)',
  'sessions.expiresAt': 'Endet am {time} bei Nichtverwendung',
  'sessions.origin': '{browser}, von {address}',
  'sessions.unknownBrowser': 'Unbekannter Browser',
  'sessions.end': 'Dort abmelden',
  'sessions.endOthers': 'Überall sonst abmelden',

  'consents.title': 'Anwendungen, die für Sie handeln',
  'consents.none': 'Keine Anwendung handelt für Sie.',
  'consents.grantedAt': 'Erlaubt am {time}',
  'consents.withdraw': 'Entziehen',

  'consent.title': '{client} erlauben?',
  'consent.heading': '<span class="client">{client}</span> möchte für Sie handeln',
  'consent.otherAccount': 'Anderes Konto verwenden',
  'consent.scopes': 'Wenn Sie es erlauben, kann die Anwendung',
  'consent.staysConnected': 'Damit fortfahren, wenn Sie abwesend sind, bis Sie es in Ihrem Konto beenden',
  'consent.deny': 'Ablehnen',
  'consent.allow': 'Erlauben',
  'consent.next': 'In beiden Fällen geht es weiter zu <strong>{next}</strong>.',

  'notFound.title': 'Diese Seite gibt es nicht',
  'notFound.path': 'Unter <strong>{path}</strong> ist nichts zu finden.',
  'notFound.administration': 'Administration',
  'notFound.api': 'API',
  'notFound.guide': 'Anleitung',

  'error.title': 'Das ist nicht möglich',
  'error.title.401': 'Diese Anwendung kann Sie nicht anmelden',
  'error.title.403': 'Das ist nicht erlaubt',
  'error.title.429': 'Zu viele Versuche',
  'error.title.500': 'Etwas ist schiefgegangen',
  'error.title.503': 'Der Dienst ist ausgelastet',
  'error.internal':
    'Der Dienst konnte dies nicht tun. Versuchen Sie es gleich noch einmal; wenn das nicht hilft, geben Sie dem Betreiber dieser Site die Nummer der Anfrage an.',
  'error.code': 'Fehler',
  'error.request': 'Anfrage',

  'admin.notBuilt': 'Die Administration ist nicht gebaut',
  'admin.build':
    'Führen Sie dort, wo dieser Dienst installiert ist, <code>npm run build</code> aus, und laden Sie diese Seite neu.',

  'scope.content:administer': 'Inhalte anlegen, ändern und löschen und nicht veröffentlichte Inhalte lesen',
  'scope.content_type:administer': 'Inhaltstypen verwalten',
  'scope.content_type:administer_fields': 'Felder von Inhaltstypen verwalten',
  'scope.page_template:administer': 'Seitenvorlagen verwalten',
  'scope.media:administer': 'Medien verwalten',
  'scope.media_type:administer': 'Medientypen verwalten',
  'scope.taxonomy:administer': 'Vokabulare und Begriffe verwalten',
  'scope.taxonomy:administer_fields': 'Felder von Begriffen verwalten',
  'scope.menu:administer': 'Menüs verwalten',
  'scope.site_settings:administer': 'Einstellungen der Site verwalten',
  'scope.canvas:page:read': 'Canvas-Seiten lesen',
  'scope.canvas:page:create': 'Canvas-Seiten anlegen',
  'scope.canvas:page:edit': 'Canvas-Seiten bearbeiten',
  'scope.canvas:page:delete': 'Canvas-Seiten löschen',
  'scope.canvas:page_region': 'Seitenbereiche von Canvas verwalten',
  'scope.canvas:content_template': 'Inhaltsvorlagen von Canvas verwalten',
  'scope.canvas:asset_library': 'Komponenten der Asset-Bibliothek herunter- und hochladen',
  'scope.canvas:js_component': 'JavaScript-Komponenten herunter- und hochladen',
  'scope.canvas:brand_kit': 'Brand-Kits von Canvas verwalten',
  'scope.canvas:media:view': 'Medien aus Canvas ansehen',
  'scope.canvas:media:image:create': 'Bilder aus Canvas anlegen',
  'scope.member': 'Grundlegenden Zugang als Mitglied haben',
};
