/**
 * Tells Headless UI what has the focus. A dialog gives the focus back to what had it before, but Headless UI only knows what was focused
 * since its code was loaded, which is with the first dialog.
 */
export const rememberFocus = (): void => void document.activeElement?.dispatchEvent(new FocusEvent('focus'));
