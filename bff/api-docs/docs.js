// @ts-nocheck: runs in browsers, which the types of this package do not know
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches))
    document.documentElement.dataset.theme = 'dark';
} catch {
  // a browser that refuses storage shows the light theme
}

document.addEventListener('DOMContentLoaded', () => {
  const root = document.documentElement;
  const find = (selector) => document.querySelector(selector);

  find('.theme').addEventListener('click', () => {
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    if (theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // the choice lasts as long as the page
    }
  });

  // the other language opens at the same place
  find('.language').addEventListener('click', (event) => {
    event.currentTarget.hash = location.hash;
  });

  const menu = find('.menu');
  const setMenu = (isOpen) => {
    root.classList.toggle('menu-open', isOpen);
    menu.setAttribute('aria-expanded', String(isOpen));
  };
  menu.addEventListener('click', () => setMenu(!root.classList.contains('menu-open')));
  find('#contents').addEventListener('click', (event) => {
    if (event.target.closest('a')) setMenu(false);
  });

  const copyText = async (element) => {
    try {
      await navigator.clipboard.writeText(element.textContent);
      return true;
    } catch {
      // without TLS, browsers copy nothing but what is selected; it stays selected if they refuse that too
      getSelection().selectAllChildren(element);
      return document.execCommand('copy');
    }
  };
  for (const button of document.querySelectorAll('.copy')) {
    const label = button.textContent;
    let timer;
    button.addEventListener('click', async () => {
      const isCopied = await copyText(button.closest('figure').querySelector('pre'));
      button.textContent = isCopied ? button.dataset.done : button.dataset.failed;
      clearTimeout(timer);
      timer = setTimeout(() => {
        button.textContent = label;
      }, 1500);
    });
  }

  const input = find('input[type=search]');
  const matches = find('.matches');
  const pages = find('.pages');
  let index;
  const readIndex = () => {
    index ??= fetch(input.dataset.index).then((response) => (response.ok ? response.json() : Promise.reject(response)));
    // after a failure, the next input tries again
    index.catch(() => {
      index = undefined;
    });
    return index;
  };
  const toLink = ({ method, path, href, texts }) => {
    const link = document.createElement('a');
    link.href = href;
    const label = document.createElement('span');
    label.className = `method ${method}`;
    label.textContent = method.toUpperCase();
    const name = document.createElement('span');
    name.textContent = (root.lang === 'en' ? texts[0] : texts.at(-1)) ?? path;
    const address = document.createElement('code');
    address.textContent = path;
    link.append(label, ' ', name, address);
    return link;
  };
  const showMatches = async () => {
    const words = input.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    pages.hidden = words.length > 0;
    matches.hidden = words.length === 0;
    if (words.length === 0) return;
    let operations;
    try {
      operations = await readIndex();
    } catch {
      matches.textContent = input.dataset.failed;
      return;
    }
    const found = operations.filter(({ method, path, id, texts }) => {
      const text = [method, path, id, ...texts].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
    if (found.length > 0) matches.replaceChildren(...found.slice(0, 50).map(toLink));
    else matches.textContent = input.dataset.none;
  };
  input.addEventListener('focus', readIndex);
  input.addEventListener('input', showMatches);

  const moveFocus = (step) => {
    const stops = [input, ...matches.querySelectorAll('a')];
    stops[stops.indexOf(document.activeElement) + step]?.focus();
  };
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault();
      setMenu(true);
      input.focus();
    } else if (find('#contents').contains(document.activeElement) && !matches.hidden) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        moveFocus(event.key === 'ArrowDown' ? 1 : -1);
      } else if (event.key === 'Escape') {
        input.value = '';
        showMatches();
        input.focus();
      }
    }
  });

  find('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
});
