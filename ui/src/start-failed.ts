/** Shown if no texts could be loaded, so it is in both languages and unstyled. */
export function showStartFailed(root: HTMLElement, reload: () => void): void {
  const alert = document.createElement('div');
  alert.role = 'alert';
  for (const [lang, text] of [
    ['zh-CN', '页面未能加载。请检查网络，再试一次。'],
    ['en', 'This page could not be loaded. Check the network and try again.'],
  ] as const) {
    const line = document.createElement('p');
    line.lang = lang;
    line.textContent = text;
    alert.append(line);
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '重新加载 / Reload';
  button.addEventListener('click', reload);
  root.style.padding = '2rem';
  root.replaceChildren(alert, button);
}
