/** What the policy of the page wants on every style that a component writes while it runs. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// Dialogs stop the page behind them from scrolling with a style of their own, whose nonce stands here (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
