/** Marks the document with what the person used last: nothing that a key starts is animated (tokens.css). */
export function watchInput(): () => void {
  const root = document.documentElement;
  root.dataset.input ??= 'key';
  const key = () => {
    root.dataset.input = 'key';
  };
  const pointer = () => {
    root.dataset.input = 'pointer';
  };
  window.addEventListener('keydown', key, true);
  window.addEventListener('pointerdown', pointer, true);
  window.addEventListener('pointermove', pointer, { capture: true, passive: true });
  return () => {
    window.removeEventListener('keydown', key, true);
    window.removeEventListener('pointerdown', pointer, true);
    window.removeEventListener('pointermove', pointer, true);
  };
}
