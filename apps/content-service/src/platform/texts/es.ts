import type { Texts } from './en.js';

/** The texts in Spanish; see `en.ts`. */
export const ES: Texts = {
  language: 'es',

  'login.title': 'Iniciar sesión',
  'login.client': 'para continuar a <strong>{client}</strong>',
  'login.name': 'Nombre',
  'login.password': 'Contraseña',
  'login.submit': 'Iniciar sesión',
  'login.failed': 'El nombre o la contraseña no son correctos.',
  'login.throttled':
    'Ha habido demasiados intentos fallidos de iniciar sesión; inténtelo de nuevo en {time}.',
  'login.busy':
    'Demasiadas personas están iniciando sesión en este momento; vuelva a intentarlo en un segundo.',

  'signedIn.title': 'Sesión iniciada',
  'signedIn.heading': 'Ha iniciado sesión',
  'signedIn.name': 'Su nombre aquí es <strong>{name}</strong>.',
  'signedIn.administration': 'Ir a la administración',

  'account.title': 'Mi cuenta',
  'account.name': 'Ha iniciado sesión como <strong>{name}</strong>.',
  'account.language': 'Idioma',
  'account.browserLanguage': 'El del navegador',
  'account.chooseLanguage': 'Elegir idioma',
  'account.signOut': 'Cerrar sesión',
  'account.back': 'Volver a mi cuenta',

  'password.title': 'Cambiar la contraseña',
  'password.required': 'Se le dio esta contraseña. Para continuar, establezca una que solo usted conozca.',
  'password.present': 'Contraseña actual',
  'password.new': 'Nueva contraseña',
  'password.repeated': 'Nueva contraseña, otra vez',
  'password.show': 'Mostrar la contraseña',
  'password.submit': 'Cambiar la contraseña',
  'password.length': '12 caracteres como mínimo.',
  'password.effect':
    'Se cierra la sesión en todos los demás navegadores y las aplicaciones deben volver a pedirle permiso.',
  'password.wrong': 'La contraseña actual no es correcta.',
  'password.differs': 'La nueva contraseña se ha escrito de dos formas distintas.',
  'password.bounds': 'La nueva contraseña debe tener de {minimum} a {maximum} caracteres.',
  'password.common': 'La nueva contraseña es demasiado común: use varias palabras sin relación entre sí.',
  'password.names': 'La nueva contraseña no debe estar formada por su nombre ni por nombres de este sitio.',
  'password.same': 'La nueva contraseña debe ser distinta de la actual.',

  'passwordLink.title': 'Establecer la contraseña',
  'passwordLink.name': 'Su nombre para iniciar sesión es <strong>{name}</strong>.',
  'passwordLink.submit': 'Establecer la contraseña',
  'passwordLink.invalid': 'Este enlace ya no funciona',
  'passwordLink.again':
    'Ha caducado o ya se usó para establecer una contraseña. Pida uno nuevo a un administrador.',
  'mail.subject': 'Su acceso a {site}',
  'mail.text':
    'Su nombre para iniciar sesión en {site} es {name}. Establezca aquí su contraseña, antes de {time}:\n\n{url}\n\nEl enlace funciona una sola vez. Si no esperaba este mensaje, ignórelo.\n',

  'reauthentication.title': 'Confirme que es usted',
  'reauthentication.reason':
    'Ha iniciado sesión como <strong>{name}</strong>. Introduzca su contraseña otra vez para continuar.',
  'reauthentication.submit': 'Confirmar',
  'reauthentication.wrong': 'La contraseña no es correcta.',

  'sessions.title': 'Navegadores con la sesión iniciada',
  'sessions.startedAt': 'Sesión iniciada el <strong>{time}</strong>',
  'sessions.current': '(este navegador)',
  'sessions.expiresAt': 'Termina el {time} si no se usa',
  'sessions.origin': '{browser}, desde {address}',
  'sessions.unknownBrowser': 'Navegador desconocido',
  'sessions.end': 'Cerrar sesión allí',
  'sessions.endOthers': 'Cerrar sesión en todos los demás',

  'consents.title': 'Aplicaciones que actúan en su nombre',
  'consents.none': 'Ninguna aplicación actúa en su nombre.',
  'consents.grantedAt': 'Permitida el {time}',
  'consents.withdraw': 'Retirar',

  'consent.title': '¿Permitir {client}?',
  'consent.heading': '<span class="client">{client}</span> solicita actuar en su nombre',
  'consent.otherAccount': 'Usar otra cuenta',
  'consent.scopes': 'Si lo permite, podrá',
  'consent.staysConnected': 'Continuar con esto cuando usted no esté, hasta que le ponga fin en su cuenta',
  'consent.deny': 'Denegar',
  'consent.allow': 'Permitir',
  'consent.next': 'En ambos casos continuará a <strong>{next}</strong>.',

  'notFound.title': 'Esta página no existe',
  'notFound.path': 'No hay nada en <strong>{path}</strong>.',
  'notFound.administration': 'Administración',
  'notFound.api': 'API',
  'notFound.guide': 'Guía',

  'error.title': 'Esto no se puede hacer',
  'error.title.401': 'Esta aplicación no puede iniciar su sesión',
  'error.title.403': 'Esto no está permitido',
  'error.title.429': 'Demasiados intentos',
  'error.title.500': 'Algo ha salido mal',
  'error.title.503': 'El servicio está ocupado',
  'error.internal':
    'El servicio no ha podido hacerlo. Vuelva a intentarlo en un momento; si no sirve de ayuda, comunique el número de la solicitud al operador de este sitio.',
  'error.unreachable': 'No se puede acceder al servicio. Vuelva a intentarlo en un momento.',
  'error.code': 'Error',
  'error.request': 'Solicitud',

  'admin.notBuilt': 'La administración no está compilada',
  'admin.build':
    'Ejecute <code>npm run build</code> donde está instalado este servicio y vuelva a cargar esta página.',

  'scope.content:administer': 'Crear, modificar y eliminar contenido, y leer contenido no publicado',
  'scope.content_type:administer': 'Gestionar los tipos de contenido',
  'scope.content_type:administer_fields': 'Gestionar los campos de los tipos de contenido',
  'scope.page_template:administer': 'Gestionar las plantillas de página',
  'scope.media:administer': 'Gestionar los medios',
  'scope.media_type:administer': 'Gestionar los tipos de medios',
  'scope.taxonomy:administer': 'Gestionar los vocabularios y los términos',
  'scope.taxonomy:administer_fields': 'Gestionar los campos de los términos',
  'scope.menu:administer': 'Gestionar los menús',
  'scope.site_settings:administer': 'Gestionar los ajustes del sitio',
  'scope.canvas:page:read': 'Leer páginas de Canvas',
  'scope.canvas:page:create': 'Crear páginas de Canvas',
  'scope.canvas:page:edit': 'Modificar páginas de Canvas',
  'scope.canvas:page:delete': 'Eliminar páginas de Canvas',
  'scope.canvas:page_region': 'Gestionar las regiones de página de Canvas',
  'scope.canvas:content_template': 'Gestionar las plantillas de contenido de Canvas',
  'scope.canvas:asset_library': 'Descargar y subir componentes de la biblioteca de recursos',
  'scope.canvas:js_component': 'Descargar y subir componentes de JavaScript',
  'scope.canvas:brand_kit': 'Gestionar los kits de marca de Canvas',
  'scope.canvas:media:view': 'Ver medios desde Canvas',
  'scope.canvas:media:image:create': 'Crear imágenes desde Canvas',
  'scope.member': 'Tener acceso básico de miembro',
};
