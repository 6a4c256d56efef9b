/** A child of body for what must stay in reach over an open dialog, which makes the app's own root inert. */
export function outerLayer(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  const layer = document.createElement('div');
  layer.id = id;
  document.body.append(layer);
  return layer;
}
