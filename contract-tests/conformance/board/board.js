// Chooses language and theme, and remembers them. With ?wall the page reloads every minute.
const page = document.documentElement;

function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Pages without storage forget the choice.
  }
}

const query = new URLSearchParams(location.search);
const dark = matchMedia('(prefers-color-scheme: dark)');
page.lang = query.get('lang') ?? read('lang') ?? (navigator.language.startsWith('zh') ? 'zh-CN' : 'en');
page.dataset.theme = query.get('theme') ?? read('theme') ?? (dark.matches ? 'dark' : 'light');

document.addEventListener('click', ({ target }) => {
  const { choice } = target.closest('button')?.dataset ?? {};
  if (choice === 'lang') page.lang = page.lang.startsWith('zh') ? 'en' : 'zh-CN';
  if (choice === 'theme') page.dataset.theme = page.dataset.theme === 'dark' ? 'light' : 'dark';
  if (choice) write(choice, choice === 'lang' ? page.lang : page.dataset.theme);
});

/** Opens what a link leads to. */
function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  for (let node = target; node; node = node.parentElement) if (node.tagName === 'DETAILS') node.open = true;
  target?.scrollIntoView();
}
addEventListener('hashchange', openTarget);
addEventListener('DOMContentLoaded', openTarget);
page.toggleAttribute('data-wall', query.has('wall'));
if (query.has('wall')) setTimeout(() => location.reload(), 60_000);
