import type { Texts } from './en.js';

/** The texts in French; see `en.ts`. */
export const FR: Texts = {
  language: 'fr',

  'login.title': 'Connexion',
  'login.client': 'pour continuer vers <strong>{client}</strong>',
  'login.name': 'Nom',
  'login.password': 'Mot de passe',
  'login.submit': 'Se connecter',
  'login.failed': 'Le nom ou le mot de passe est incorrect.',
  'login.throttled': 'Trop de tentatives de connexion ont échoué ; réessayez dans {time}.',
  'login.busy': 'Trop de personnes se connectent en ce moment ; réessayez dans une seconde.',

  'signedIn.title': 'Connecté',
  'signedIn.heading': 'Vous êtes connecté',
  'signedIn.name': 'Votre nom ici est <strong>{name}</strong>.',
  'signedIn.administration': 'Aller à l’administration',

  'account.title': 'Mon compte',
  'account.name': 'Vous êtes connecté en tant que <strong>{name}</strong>.',
  'account.language': 'Langue',
  'account.browserLanguage': 'Celle du navigateur',
  'account.chooseLanguage': 'Choisir la langue',
  'account.signOut': 'Se déconnecter',
  'account.back': 'Retour à mon compte',

  'password.title': 'Modifier le mot de passe',
  'password.required':
    'Ce mot de passe vous a été donné. Pour continuer, définissez-en un que vous seul connaissez.',
  'password.present': 'Mot de passe actuel',
  'password.new': 'Nouveau mot de passe',
  'password.repeated': 'Nouveau mot de passe, une seconde fois',
  'password.show': 'Afficher le mot de passe',
  'password.submit': 'Modifier le mot de passe',
  'password.length': 'Au moins 12 caractères.',
  'password.effect':
    'Tous les autres navigateurs sont déconnectés, et les applications doivent redemander votre autorisation.',
  'password.wrong': 'Le mot de passe actuel est incorrect.',
  'password.differs': 'Les deux saisies du nouveau mot de passe sont différentes.',
  'password.bounds': 'Le nouveau mot de passe doit comporter de {minimum} à {maximum} caractères.',
  'password.common':
    'Le nouveau mot de passe est trop courant : utilisez plusieurs mots sans rapport entre eux.',
  'password.names': 'Le nouveau mot de passe ne doit pas être composé de votre nom ni de noms de ce site.',
  'password.same': 'Le nouveau mot de passe doit être différent de l’actuel.',

  'passwordLink.title': 'Définir votre mot de passe',
  'passwordLink.name': 'Votre nom pour vous connecter est <strong>{name}</strong>.',
  'passwordLink.submit': 'Définir le mot de passe',
  'passwordLink.invalid': 'Ce lien ne fonctionne plus',
  'passwordLink.again':
    'Il a expiré, ou un mot de passe a déjà été défini avec lui. Demandez-en un nouveau à un administrateur.',
  'mail.subject': 'Votre accès à {site}',
  'mail.text':
    'Votre nom pour vous connecter à {site} est {name}. Définissez votre mot de passe ici, avant {time} :\n\n{url}\n\nLe lien fonctionne une seule fois. Si vous n’attendiez pas ce message, ignorez-le.\n',

  'reauthentication.title': 'Confirmez votre identité',
  'reauthentication.reason':
    'Vous êtes connecté en tant que <strong>{name}</strong>. Saisissez à nouveau votre mot de passe pour continuer.',
  'reauthentication.submit': 'Confirmer',
  'reauthentication.wrong': 'Le mot de passe est incorrect.',

  'sessions.title': 'Navigateurs connectés',
  'sessions.startedAt': 'Connecté depuis le <strong>{time}</strong>',
  'sessions.current': '(ce navigateur)',
  'sessions.expiresAt': 'Fermeture le {time} en cas d’inactivité',
  'sessions.origin': '{browser}, depuis {address}',
  'sessions.unknownBrowser': 'Navigateur inconnu',
  'sessions.end': 'Y fermer la session',
  'sessions.endOthers': 'Se déconnecter partout ailleurs',

  'consents.title': 'Applications qui agissent pour vous',
  'consents.none': 'Aucune application n’agit pour vous.',
  'consents.grantedAt': 'Autorisée le {time}',
  'consents.withdraw': 'Révoquer',

  'consent.title': 'Autoriser {client} ?',
  'consent.heading': '<span class="client">{client}</span> demande à agir pour vous',
  'consent.otherAccount': 'Utiliser un autre compte',
  'consent.scopes': 'Si vous l’autorisez, cette application peut',
  'consent.staysConnected': 'Continuer en votre absence, jusqu’à ce que vous y mettiez fin dans votre compte',
  'consent.deny': 'Refuser',
  'consent.allow': 'Autoriser',
  'consent.next': 'Dans les deux cas, vous continuez vers <strong>{next}</strong>.',

  'notFound.title': 'Cette page n’existe pas',
  'notFound.path': 'Il n’y a rien à l’adresse <strong>{path}</strong>.',
  'notFound.administration': 'Administration',
  'notFound.api': 'API',
  'notFound.guide': 'Guide',

  'error.title': 'Action impossible',
  'error.title.401': 'Cette application ne peut pas vous connecter',
  'error.title.403': 'Cette action n’est pas autorisée',
  'error.title.429': 'Trop de tentatives',
  'error.title.500': 'Une erreur s’est produite',
  'error.title.503': 'Le service est surchargé',
  'error.internal':
    'Le service n’a pas pu effectuer cette action. Réessayez dans un instant ; si cela ne suffit pas, communiquez le numéro de la requête à l’exploitant de ce site.',
  'error.unreachable': 'Le service est injoignable. Réessayez dans un instant.',
  'error.code': 'Erreur',
  'error.request': 'Requête',

  'admin.notBuilt': 'L’administration n’est pas générée',
  'admin.build':
    'Exécutez <code>npm run build</code> là où ce service est installé, puis rechargez cette page.',

  'scope.content:administer': 'Créer, modifier et supprimer des contenus, et lire les contenus non publiés',
  'scope.content_type:administer': 'Gérer les types de contenu',
  'scope.content_type:administer_fields': 'Gérer les champs des types de contenu',
  'scope.page_template:administer': 'Gérer les modèles de page',
  'scope.media:administer': 'Gérer les médias',
  'scope.media_type:administer': 'Gérer les types de média',
  'scope.taxonomy:administer': 'Gérer les vocabulaires et les termes',
  'scope.taxonomy:administer_fields': 'Gérer les champs des termes',
  'scope.menu:administer': 'Gérer les menus',
  'scope.site_settings:administer': 'Gérer les paramètres du site',
  'scope.canvas:page:read': 'Lire les pages Canvas',
  'scope.canvas:page:create': 'Créer des pages Canvas',
  'scope.canvas:page:edit': 'Modifier des pages Canvas',
  'scope.canvas:page:delete': 'Supprimer des pages Canvas',
  'scope.canvas:page_region': 'Gérer les régions de page Canvas',
  'scope.canvas:content_template': 'Gérer les modèles de contenu Canvas',
  'scope.canvas:asset_library': 'Télécharger et téléverser des composants de la bibliothèque de ressources',
  'scope.canvas:js_component': 'Télécharger et téléverser des composants JavaScript',
  'scope.canvas:brand_kit': 'Gérer les kits de marque Canvas',
  'scope.canvas:media:view': 'Voir les médias depuis Canvas',
  'scope.canvas:media:image:create': 'Créer des images depuis Canvas',
  'scope.member': 'Disposer de l’accès de base d’un membre',
};
