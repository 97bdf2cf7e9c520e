/** The nonce that the Content Security Policy of the page requires of styles added at run time. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The scroll lock of dialogs (react-remove-scroll) adds a style with the nonce of this variable (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
