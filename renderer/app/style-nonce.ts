/**
 * The nonce of this response: the protocol handler writes it into the page and into the content
 * security policy, which refuses every `<style>` without it.
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';

/** For the library that stops scrolling behind a dialog: it looks for its nonce nowhere else. */
export const giveNonceToStyles = (): void => {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
};
