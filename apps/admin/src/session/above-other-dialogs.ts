/**
 * The z-index of the dialogs that ask for the password: a request of any dialog can need it, and other dialogs (200) and texts in
 * full screen (250) stand behind them in the document.
 */
export const ABOVE_OTHER_DIALOGS = 300;
